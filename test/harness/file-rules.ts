/** What providers check of files in requests: that the base64 is valid, and that the bytes are what they are said to be. */

const signatures: [string, (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => /^RIFF[\s\S]{4}WEBP/.test(bytes.toString('latin1', 0, 12))],
  ['application/pdf', (bytes) => bytes.toString('latin1', 0, 5) === '%PDF-'],
];

/** The problem with a file of one of these types; undefined if it is as the providers want it. */
export function badFile(mediaType: unknown, data: unknown, allowed: RegExp): string | undefined {
  if (typeof mediaType !== 'string' || !allowed.test(mediaType)) return `the media type ${mediaType} is not supported`;
  if (typeof data !== 'string' || data === '') return 'the data is empty';
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) return 'the data is not valid base64';
  const [found] = signatures.find(([, matches]) => matches(bytes)) ?? [];
  return found === mediaType ? undefined : `the bytes are ${found ?? 'of an unknown type'}, not ${mediaType}`;
}

export const imageTypes = /^image\/(?:png|jpeg|gif|webp)$/;
export const pdfType = /^application\/pdf$/;

/** The first field that is not one of these. */
export const unknownField = (given: object, allowed: readonly string[]): string | undefined =>
  Object.keys(given).find((name) => !allowed.includes(name));
