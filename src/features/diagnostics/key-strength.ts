/** Words that show that a person typed the key. */
const placeholders = ['secret', 'password', 'changeme', 'change-me', 'example', 'letmein', 'qwerty'];

/** The length of the shortest prefix that, repeated, gives the whole text. */
function period(text: string): number {
  for (let length = 1; length <= text.length / 2; length += 1) if (text.startsWith(text.slice(length))) return length;
  return text.length;
}

/**
 * An upper bound of a key's entropy in bits: the entropy per character, times the characters that do not follow from
 * the one before. It cannot prove that a key is strong; it finds weak ones.
 */
export function keyBits(text: string): number {
  const part = text.slice(0, period(text));
  const counts = new Map<string, number>();
  for (const character of part) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bitsEach = 0;
  for (const count of counts.values()) bitsEach -= (count / part.length) * Math.log2(count / part.length);
  let surprising = 1;
  for (let index = 1; index < part.length; index += 1)
    if (Math.abs(part.charCodeAt(index) - part.charCodeAt(index - 1)) > 1) surprising += 1;
  return Math.floor(bitsEach * surprising);
}

export const looksChosen = (text: string): boolean => placeholders.some((word) => text.toLowerCase().includes(word));
