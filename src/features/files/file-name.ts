const longest = 255;
/** Control characters, and those that turn the direction of writing: `gpj.exe` must not look like `exe.jpg`. */
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;

/** A name without folders, for people to read. It never becomes a path here. */
export function fileName(given: string | undefined): string {
  const name = (given ?? '')
    .toWellFormed()
    .slice(-4 * longest)
    .replaceAll(unwanted, '')
    .replace(/^.*[/\\]/s, '')
    .trim();
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(0, longest).toWellFormed();
}
