/** Words that a person typed where random bytes belong. */
const placeholders = ['secret', 'password', 'changeme', 'change-me', 'example', 'letmein', 'qwerty'];

/** The shortest beginning that, repeated, gives the whole text. */
function period(text: string): number {
  for (let length = 1; length <= text.length / 2; length += 1) if (text.startsWith(text.slice(length))) return length;
  return text.length;
}

/**
 * How hard a key is to guess, in bits, at the very most: how evenly it uses its characters, times those that do not
 * follow from the one before. No such estimate can prove a key good; a bad one it finds.
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
