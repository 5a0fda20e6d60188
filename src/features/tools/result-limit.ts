const largestResult = 65_536;

/** Cuts between characters, never inside one. */
function firstBytes(text: string, count: number): string {
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(count, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/**
 * A result that can be stored and sent as JSON, cut to what a model can use. A cut result is `{truncated, bytes, text}` with
 * the beginning of the text or of the JSON.
 */
export function limitResult(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  const bytes = Buffer.byteLength(json);
  if (bytes <= largestResult) return JSON.parse(json);
  return { truncated: true, bytes, text: firstBytes(typeof value === 'string' ? value : json, largestResult) };
}
