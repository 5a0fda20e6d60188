import type { IncomingHttpHeaders } from 'node:http';
import { signatureMatches } from '../../http/hmac-rules.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
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

function signedContent(signing: Signing, headers: IncomingHttpHeaders, rawBody: Buffer, now: number) {
  if (signing.timestamp_header === null) return rawBody;
  const timestamp = headers[signing.timestamp_header.toLowerCase()];
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return undefined;
  const before = signing.preset === 'slack' ? `v0:${timestamp}:` : `${timestamp}.`;
  return Buffer.concat([Buffer.from(before), rawBody]);
}

/** A digest that identifies the message, if its signature is valid; undefined otherwise. */
export function verifiedDigest(
  signing: Signing & { secret: string },
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
  now: number,
): string | undefined {
  const signed = signedContent(signing, headers, rawBody, now);
  const given = headers[signing.header.toLowerCase()];
  // Computed in any case: whether there is a timestamp must not show in the time it takes.
  const matches = signatureMatches(signing, given, signed ?? rawBody);
  return signed && matches ? sha256Hex(signed.toString('latin1')) : undefined;
}
