/** Names of what must not be read in a log, wherever it stands in an entry. */
const secretName = /secret|password|token|authorization|credential|api.?key|^key$|headers/i;
const mark = '[redacted]';

/** An address may carry a key in its query or before its host. */
function withoutSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search ? `?${mark}` : ''}`;
}

/** What an entry may say: the same, without the values that are secret. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && member !== null && typeof member !== 'boolean' ? mark : redacted(member),
    ]),
  );
}

type Fields = Record<string, unknown>;

/** Only what is different, before and after: for an entry's `detail`. */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changes: { before: Fields; after: Fields } = { before: {}, after: {} };
  for (const name of Object.keys(after)) {
    if (JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)) continue;
    changes.before[name] = before[name] ?? null;
    changes.after[name] = after[name] ?? null;
  }
  return changes;
}
