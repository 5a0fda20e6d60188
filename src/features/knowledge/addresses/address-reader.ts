import { sha256HexAside } from '../../../platform/crypto/digest.ts';
import { conditionsOf, validatorsOf } from '../../../platform/egress/conditional.ts';
import type { Egress, EgressResponse } from '../../../platform/egress/egress.ts';
import { EgressError } from '../../../platform/egress/egress-error.ts';
import { formatOf, formatsRead } from '../cutting/format.ts';
import type { DocumentFormat } from '../cutting/passage.ts';
import type { AddressStore, Answered } from './addresses.store.ts';
import { asUtf8 } from './as-utf8.ts';

type Deps = { egress: Pick<Egress, 'request'>; store: Pick<AddressStore, 'find'> };

export type FromAddress =
  | { format: DocumentFormat; bytes: Uint8Array; answered: Answered }
  | { unchanged: Answered }
  | { failed: string };

const largestMiB = 20;
const timeoutMs = 30_000;
const mostRedirects = 5;
const accept = 'text/html, text/markdown, text/plain, application/pdf, text/*, */*;q=0.5';

const nameIn = (address: string): string => new URL(address).pathname;

async function readable({
  headers,
  body,
  url,
}: EgressResponse): Promise<{ format: DocumentFormat; bytes: Uint8Array } | string> {
  const contentType = headers['content-type'] ?? '';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (body.subarray(0, 5).toString('latin1') === '%PDF-') return { format: 'pdf', bytes: body };
  const format = formatOf(mediaType === '' ? 'text/plain' : mediaType, nameIn(url));
  if (!format) return `What is there has the type ${mediaType.slice(0, 100)}; ${formatsRead} can be read.`;
  return { format, bytes: format === 'pdf' || format === 'docx' ? body : await asUtf8(body, contentType) };
}

/** What is at the address of a document, through the egress guard. A server that knows validators sends only what is new. */
export function createAddressReader({ egress, store }: Deps) {
  return async function read(documentId: string, signal?: AbortSignal): Promise<FromAddress> {
    const row = await store.find(documentId);
    if (!row) return { failed: 'Its address was taken away.' };
    const known = row.version_id !== null && row.body_digest !== null ? row.body_digest : undefined;
    const validators = { etag: row.etag, lastModified: row.last_modified };
    const conditions = conditionsOf(known === undefined ? undefined : validators);
    let response: EgressResponse;
    try {
      response = await egress.request(row.url, {
        headers: { accept, 'accept-encoding': 'gzip, br', ...conditions },
        maxRedirects: mostRedirects,
        maxBytes: largestMiB * 1_048_576,
        timeoutMs,
        ...(signal && { signal }),
      });
    } catch (error) {
      if (error instanceof EgressError && error.failure !== 'cancelled') return { failed: error.message };
      throw error;
    }
    const { status, truncated, body, headers } = response;
    if (status === 304 && known !== undefined && Object.keys(conditions).length > 0)
      return { unchanged: { ...validators, bodyDigest: known } };
    if (status < 200 || status > 299) return { failed: `The address answered with status ${status}.` };
    if (truncated) return { failed: `What is there has more than ${largestMiB} MiB.` };
    const answered = { ...validatorsOf(headers), bodyDigest: await sha256HexAside(body) };
    if (answered.bodyDigest === known) return { unchanged: answered };
    const found = await readable(response);
    return typeof found === 'string' ? { failed: found } : { ...found, answered };
  };
}

export type AddressReader = ReturnType<typeof createAddressReader>;
