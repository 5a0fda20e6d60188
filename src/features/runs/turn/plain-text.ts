const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Removes NUL, which PostgreSQL cannot store in text: a run whose text cannot be written could not end. */
export const plainText = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? text.toWellFormed().replaceAll('\0', '\uFFFD') : text;

/** Pieces of a stream as whole characters: half of a surrogate pair waits for the other half. */
export function createPieces() {
  let half = '';
  return (piece: string): string => {
    const text = half + piece;
    half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    return plainText(half === '' ? text : text.slice(0, -1));
  };
}

/** Cuts a long text into pieces, never inside a surrogate pair. */
export function* cutText(text: string, size: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}
