/** Headers of the connection and of framing, which only the gateway sets. */
const ours = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The lower-case forms of names that may be sent. The few names of a client's requests are checked once. */
const allowed = new Map<string, string>();
const mostAllowed = 1_000;

const mostHeaders = 32;
const longestHeaders = 8_192;

export type HeaderMap = Record<string, string>;

/** With lower-case names, so that a user's header replaces a default. */
export const lowerCased = (headers: Readonly<HeaderMap>): HeaderMap =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function refusedName(name: string, lower: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(lower)) return 'hold a name that is not valid';
  if (ours.has(lower)) return `must not hold ${lower}, which belongs to the connection`;
  if (allowed.size >= mostAllowed) allowed.clear();
  allowed.set(name, lower);
  return undefined;
}

/** The reason why these headers are refused. It never contains a value, which may be a secret. */
export function refusedHeaders(headers: Readonly<HeaderMap>): string | undefined {
  const seen: string[] = [];
  let size = 0;
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    const known = allowed.get(name);
    const lower = known ?? name.toLowerCase();
    size += name.length + value.length;
    if (seen.length === mostHeaders) return `must be at most ${mostHeaders}`;
    if (size > longestHeaders) return `must not be longer than ${longestHeaders} characters together`;
    const problem = known === undefined ? refusedName(name, lower) : undefined;
    if (problem) return problem;
    if (seen.includes(lower)) return `hold ${lower} twice`;
    // Visible ASCII, spaces and tabs only: other characters could end the header and begin another.
    if (!/^[\t\x20-\x7e]*$/.test(value)) return `hold a value for ${lower} that is not plain ASCII text`;
    seen.push(lower);
  }
  return undefined;
}
