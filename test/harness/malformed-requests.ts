import fc from 'fast-check';
import type { Route } from './api-description.ts';

/** Both contain `{{token}}`, `{{key}}` and `{{workspace}}` as placeholders. */
export type FetchRequest = {
  kind: 'fetch';
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
};
export type RawRequest = { kind: 'raw'; text: string; edits: Edit[]; pieces: number };
export type MalformedRequest = FetchRequest | RawRequest;
/** Removes and inserts bytes at a position given as a fraction of the length. */
type Edit = { at: number; out: number; put: string };

const nasty = fc.constantFrom(
  ...[
    '',
    ' ',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%2e%2e%2f',
    '%ff',
    '%F0%9F%92%A9',
    '\u0000',
    '\ud800',
    '💩',
    'é',
    '\u202e',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '-1', '0', '1e999', '99999999999999999999'],
  ...["' OR 1=1 --", '"; DROP TABLE users;', '{{7*7}}', '<script>', '../../etc/passwd', '\r\nX-Evil: 1'],
  ...[
    'a'.repeat(300),
    'usr_01jd3v9k4m8q2w5x7y0z1a2b3c',
    'ws_x',
    'W10.',
    '2026-02-30T25:61:61Z',
    '2026-12-31T23:59:60Z',
  ],
);
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
const segment = fc.oneof({ weight: 3, arbitrary: text.map(encode) }, { weight: 1, arbitrary: fc.webSegment() });

/** Encoded correctly half the time, and not at all the other half. */
function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ED%A0%80';
  }
}

const pathOf = (route: Route) =>
  fc
    .tuple(
      fc.array(segment, { minLength: 4, maxLength: 4 }),
      fc.array(fc.tuple(fc.oneof(queryName(route), segment), segment), { maxLength: 4 }),
      fc.boolean(),
    )
    .map(([parts, query, inOwn]) => {
      const path = route.path
        .replace('/workspaces/made-up-id', inOwn ? '/workspaces/{{workspace}}' : '$&')
        .replaceAll(/made-up-\w+/g, () => parts.pop() ?? 'x');
      return query.length > 0 ? `${path}?${query.map((pair) => pair.join('=')).join('&')}` : path;
    });
const queryName = ({ operation }: Route) =>
  fc.constantFrom('limit', 'cursor', ...(operation.parameters ?? []).map(({ name }) => name));

/** Never deletes the account of the caller: all later requests would be 401. */
const methodsFor = ({ path }: Route) => methods.filter((method) => path !== '/auth/me' || method !== 'DELETE');
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND', 'MKCOL', 'LOCK'];

const headerName = fc.constantFrom(
  ...['X-Request-ID', 'X-Workspace-ID', 'Idempotency-Key', 'Content-Encoding', 'Accept', 'Origin', 'X-Forwarded-For'],
  ...[
    'Forwarded',
    'User-Agent',
    'Cookie',
    'If-None-Match',
    'Range',
    'X-HTTP-Method-Override',
    'Last-Event-ID',
    'X-Odd',
  ],
);
const headerValue = fc
  .oneof(nasty, fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 30 }))
  // What a client library allows: Latin-1 without line breaks.
  .map((value) => value.replaceAll(/[^\x20-\x7e\x80-\xff]/gu, '?').trim());
const rightCredentials = ({ secured }: Route): [string, string][] => {
  if (secured === undefined) return [];
  return secured === 'apiKey' ? [['X-API-Key', '{{key}}']] : [['Authorization', 'Bearer {{token}}']];
};
const credentials = (route: Route) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(rightCredentials(route)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<[string, string][]>(
        [],
        [['Authorization', 'Bearer {{token}}x']],
        [['Authorization', 'bearer  e30.e30.e30']],
        [['Authorization', 'Basic Og==']],
        [['X-API-Key', 'wrong']],
      ),
    },
  );
const contentType = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', '\xff', 'a/b/c'],
      ...['multipart/form-data; boundary=x', 'application/json;;;', 'application/problem+json'],
    ),
  },
);

/** The example of the route, with another value in one place or an additional one. */
const spoiled = ({ operation }: Route) => {
  const example = operation.requestBody?.content['application/json']?.example;
  const fields = typeof example === 'object' && example !== null ? Object.keys(example) : [];
  if (fields.length === 0) return fc.jsonValue();
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: text }),
      fc.oneof(text, fc.jsonValue(), fc.double(), fc.constant([[[]]])),
    )
    .map(([field, value]) => ({ ...(example as object), [field]: value }));
};
const bodyOf = (route: Route) =>
  fc.oneof(
    { weight: 8, arbitrary: spoiled(route).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.json({ depthSize: 'large' }) },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[', '"', '{"a":1}}', '['.repeat(70), '{"a":'.repeat(70), '1e999', '-0'),
    },
    { weight: 1, arbitrary: fc.constantFrom('{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '"\\u0000"') },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

const structured = (route: Route) =>
  fc.record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant(route.method) },
      { weight: 1, arbitrary: fc.constantFrom(...methodsFor(route)) },
    ),
    path: fc.oneof(
      { weight: 6, arbitrary: pathOf(route) },
      { weight: 1, arbitrary: segment.map((part) => `/${part}`) },
    ),
    headers: fc
      .tuple(credentials(route), contentType, fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }))
      .map(([who, type, more]) => [...who, ...more, ...(type ? [['Content-Type', type] as [string, string]] : [])]),
    body: bodyOf(route),
  });

const fetched = (route: Route): fc.Arbitrary<FetchRequest> =>
  structured(route).map((request) => ({
    ...request,
    kind: 'fetch',
    body: ['GET', 'HEAD'].includes(request.method) ? undefined : request.body,
  }));

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  out: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
  put: fc.oneof(
    fc.constantFrom('\r\n', '\n', '\r', '\0', ':', ' ', 'Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n'),
    fc.constantFrom(
      'Host: a\r\n',
      'Upgrade: websocket\r\nConnection: Upgrade\r\n',
      'Expect: 100-continue\r\n',
      'HTTP/1.1',
    ),
    fc.constantFrom(
      'Upgrade: h2c\r\nConnection: Upgrade\r\n',
      'Expect: x\r\n',
      '\r\n\r\n',
      'x'.repeat(20_000),
      '\xff\xfe',
    ),
    fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
});

function write({ method, path, headers, body }: Omit<FetchRequest, 'kind'>): string {
  const payload = body === undefined ? '' : Buffer.from(body as string).toString('latin1');
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: gateway', ...headers.map((header) => header.join(': '))];
  if (payload) lines.push(`Content-Length: ${payload.length}`);
  return `${lines.join('\r\n')}\r\n\r\n${payload}`;
}

const raw = (route: Route): fc.Arbitrary<RawRequest> =>
  fc.record({
    kind: fc.constant('raw' as const),
    text: fc.oneof(
      { weight: 8, arbitrary: structured(route).map(write) },
      { weight: 1, arbitrary: fc.tuple(structured(route), structured(route)).map((two) => two.map(write).join('')) },
      {
        weight: 1,
        arbitrary: fc
          .uint8Array({ minLength: 1, maxLength: 300 })
          .map((bytes) => Buffer.from(bytes).toString('latin1')),
      },
    ),
    edits: fc.array(edit, { maxLength: 4 }),
    pieces: fc.integer({ min: 1, max: 3 }),
  });

/** The bytes of a raw request, after its edits. */
export function bytesOf({ text, edits }: RawRequest, fill: (text: string) => string): Buffer {
  let bytes = fill(text);
  for (const { at, out, put } of edits) {
    const place = Math.floor(at * bytes.length);
    bytes = bytes.slice(0, place) + put + bytes.slice(place + out);
  }
  return Buffer.from(bytes, 'latin1');
}

/** Different requests to every route, most of them malformed. */
export const malformedRequests = (routes: readonly Route[]): fc.Arbitrary<MalformedRequest> =>
  fc.constantFrom(...routes).chain((route) => fc.oneof<fc.Arbitrary<MalformedRequest>[]>(fetched(route), raw(route)));
