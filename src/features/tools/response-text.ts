import { TextDecoder } from 'node:util';
import type { EgressResponse } from '../../platform/egress/egress.ts';

const readable =
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|yaml|javascript|ecmascript)|x-www-form-urlencoded|x-ndjson)|$)/i;

export const mediaType = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

function decoderFor(contentType: string): TextDecoder {
  const label = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** The body as text; for other content, its type. NUL is replaced: PostgreSQL cannot store it. */
export function responseText({ headers, body }: Pick<EgressResponse, 'headers' | 'body'>): string {
  const contentType = headers['content-type'] ?? '';
  const type = mediaType(contentType);
  if (!readable.test(type)) return `[${type}, ${body.length} bytes, not text]`;
  return decoderFor(contentType).decode(body).replaceAll('\0', '\ufffd');
}
