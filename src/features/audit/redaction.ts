/** Names of fields that are secret, at any depth of an entry. */
const secretName = /secret|password|token|authorization|credential|api.?key|^key$|headers/i;
const mark = '[redacted]';

/** A URL may contain a key in its query or before its host. */
function withoutSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search ? `?${mark}` : ''}`;
}

/** The same value without secrets. */
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

/** The fields that differ, before and after, for an entry's `detail`. */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changes: { before: Fields; after: Fields } = { before: {}, after: {} };
  for (const name of Object.keys(after)) {
    if (JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)) continue;
    changes.before[name] = before[name] ?? null;
    changes.after[name] = after[name] ?? null;
  }
  return changes;
}
