/** The bytes that a client sent as a data URL, and the type it claims for them. */
export type SentData = { mediaType: string; bytes: Uint8Array };

const longestHead = 200;

/** Undefined unless the text is a data URL in base64. */
export function readDataUrl(text: string): SentData | undefined {
  const comma = text.slice(0, longestHead).indexOf(',');
  const head = /^data:([^;,]*)(?:;[^;,=]+=[^;,]*)*;base64$/i.exec(text.slice(0, Math.max(0, comma)));
  if (!head) return undefined;
  const encoded = text.slice(comma + 1);
  const bytes = Buffer.from(encoded, 'base64');
  // The decoder leaves out what is not base64, so a wrong character shows in the length.
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  if (bytes.length === 0 || bytes.length !== Math.floor(((encoded.length - padding) * 3) / 4)) return undefined;
  return { mediaType: (head[1] ?? '').toLowerCase(), bytes };
}
