const longestTitle = 80;

/** The beginning of its first message. */
export function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  if (line.length <= longestTitle) return line;
  const words = line.slice(0, longestTitle - 1).replace(/ \S*$/, '');
  // A single long word is not cut inside a surrogate pair.
  return `${words.replace(/[\ud800-\udbff]$/, '')}…`;
}
