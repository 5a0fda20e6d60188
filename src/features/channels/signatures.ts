import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { inPieces, signatureMatches } from '../../http/hmac-rules.ts';
import type { ChannelRow } from './channels.store.ts';

export type Signing = Pick<ChannelRow, 'preset' | 'header' | 'algorithm' | 'prefix' | 'timestamp_header'>;

/** As the vendors document it. */
export const presetSigning: Record<'github' | 'slack', Omit<Signing, 'preset'>> = {
  github: { header: 'X-Hub-Signature-256', algorithm: 'sha256', prefix: 'sha256=', timestamp_header: null },
  slack: {
    header: 'X-Slack-Signature',
    algorithm: 'sha256',
    prefix: 'v0=',
    timestamp_header: 'X-Slack-Request-Timestamp',
  },
};

/** How far a signed time may be off. */
const toleranceMs = 300_000;

/** What is signed before the body; undefined if the time is missing or too far off. */
function signedBefore(signing: Signing, headers: IncomingHttpHeaders, now: number): string | undefined {
  if (signing.timestamp_header === null) return '';
  const timestamp = headers[signing.timestamp_header.toLowerCase()];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return undefined;
  return signing.preset === 'slack' ? `v0:${timestamp}:` : `${timestamp}.`;
}

/** A digest that identifies the message, if its signature is valid; undefined otherwise. */
export async function verifiedDigest(
  signing: Signing & { secret: string },
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  now: number,
): Promise<string | undefined> {
  const before = signedBefore(signing, headers, now);
  const given = headers[signing.header.toLowerCase()];
  // Computed in any case: whether there is a timestamp must not show in the time it takes.
  const matches = await signatureMatches(signing, given, rawBody, before);
  if (before === undefined || !matches) return undefined;
  const digest = createHash('sha256').update(before);
  for await (const piece of inPieces(rawBody)) digest.update(piece.toString('latin1'));
  return digest.digest('hex');
}
