/** Escapes that JSON has and an array literal does not: there, a backslash only escapes the next character. */
const escapedOtherwise = /(?<!\\)(?:\\\\)*\\[bfnrtu]/;
/** Finds more: also a letter behind an escaped backslash, as in JSON within JSON. It is tried first, because it is quicker. */
const maybeEscaped = /\\[bfnrtu]/;

const quoted = (value: string | number | null): string | number =>
  value === null ? 'NULL' : typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;

/**
 * An array literal for `$1::text[]`. The server reads columns given this way in two thirds of the time that it needs
 * for a JSON array of objects. Where a JSON array differs only in its brackets, it is used: JSON.stringify is three
 * times as fast as our own code, and the driver's conversion is slower than both.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  const json = JSON.stringify(values);
  const isOtherwise = maybeEscaped.test(json) && escapedOtherwise.test(json);
  return `{${isOtherwise ? values.map(quoted).join(',') : json.slice(1, -1)}}`;
}
