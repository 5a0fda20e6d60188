const largestResult = 65_536;

/** Cuts between characters, never inside one. */
function firstBytes(text: string, count: number): string {
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(count, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/**
 * What can be stored and sent as JSON, and not more of it than a model can use. What was cut says so: as
 * `{truncated, bytes, text}`, with the beginning of the text or of the JSON.
 */
export function limitResult(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  const bytes = Buffer.byteLength(json);
  if (bytes <= largestResult) return JSON.parse(json);
  return { truncated: true, bytes, text: firstBytes(typeof value === 'string' ? value : json, largestResult) };
}
