import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../kernel/errors.ts';

/** Requires a signature over the raw body for a route. Matched against the route's pattern, not the requested path. */
export type HmacRule = {
  path: string;
  method?: string;
  header: string;
  algorithm: 'sha256' | 'sha1';
  prefix?: string;
  secret: string;
};

export function parseHmacRules(json: string): HmacRule[] | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  if (!Array.isArray(value)) return { problem: 'must be a JSON array of rules' };
  const rules: HmacRule[] = [];
  for (const [index, rule] of value.entries()) {
    const { path, method, header, algorithm, prefix, secret } = (rule ?? {}) as Record<string, unknown>;
    if (typeof path !== 'string' || !path.startsWith('/'))
      return { problem: `rule ${index}: path must be a route such as /channels/:id/inbound` };
    if (typeof header !== 'string' || header === '') return { problem: `rule ${index}: header is missing` };
    if (algorithm !== 'sha256' && algorithm !== 'sha1')
      return { problem: `rule ${index}: algorithm must be sha256 or sha1` };
    if (typeof secret !== 'string' || secret === '') return { problem: `rule ${index}: secret is missing` };
    if (method !== undefined && typeof method !== 'string') return { problem: `rule ${index}: method must be text` };
    if (prefix !== undefined && typeof prefix !== 'string') return { problem: `rule ${index}: prefix must be text` };
    rules.push({
      path,
      header: header.toLowerCase(),
      algorithm,
      secret,
      ...(method === undefined ? {} : { method: method.toUpperCase() }),
      ...(prefix === undefined ? {} : { prefix }),
    });
  }
  return rules;
}

/** Bytes that are hashed without a pause, about a millisecond. */
const hashedAtOnce = 1_048_576;

/** In pieces, so that a body of many MiB does not block the event loop. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    if (from > 0) await nextTurn();
    yield bytes.subarray(from, from + hashedAtOnce);
  }
}

/** `before`: what a vendor puts before the raw body. */
export async function signatureMatches(
  rule: Pick<HmacRule, 'algorithm' | 'prefix' | 'secret'>,
  given: unknown,
  rawBody: Buffer,
  before = '',
): Promise<boolean> {
  const sum = createHmac(rule.algorithm, rule.secret).update(before);
  for await (const piece of inPieces(rawBody)) sum.update(piece);
  return sameSignature(given, rule.prefix ?? '', sum.digest());
}

function sameSignature(given: unknown, prefix: string, expected: Buffer): boolean {
  if (typeof given !== 'string' || !given.startsWith(prefix)) return false;
  const hex = given.slice(prefix.length);
  // Decoding stops silently at a character that is not hex, so the spelling is checked first.
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return false;
  const received = Buffer.from(hex, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** The headers that the gateway's own request without a body needs to pass the rules of a route. */
export const signaturesFor = (rules: readonly HmacRule[], method: string, path: string): Record<string, string> =>
  Object.fromEntries(
    rules
      .filter((rule) => rule.path === path && (rule.method ?? method) === method)
      .map(({ header, prefix = '', algorithm, secret }) => [
        header,
        `${prefix}${createHmac(algorithm, secret).update('').digest('hex')}`,
      ]),
  );

const rulesFor = (rules: readonly HmacRule[], { method, routeOptions }: FastifyRequest) =>
  rules.filter(
    (rule) =>
      rule.path === routeOptions.url &&
      // HEAD runs the GET handler, so it needs the GET signature.
      (rule.method === undefined || rule.method === (method === 'HEAD' ? 'GET' : method)),
  );

/** Node discards a body that was never read, but not the rest of a partly read one: the connection would hang. */
function dropRest(body: Readable): undefined {
  setImmediate(() => body.resume());
}

/** Whether the header has the form of a signature. */
function looksSigned({ algorithm, prefix = '', header }: HmacRule, { headers }: FastifyRequest): boolean {
  const given = headers[header];
  const hexLength = algorithm === 'sha256' ? 64 : 40;
  return typeof given === 'string' && given.startsWith(prefix) && given.length === prefix.length + hexLength;
}

/**
 * A body over the limit is hashed up to this many times the limit, so that only a client with a valid signature learns
 * that it is too large. It is not stored.
 */
const hashedAtMost = 8;

/**
 * The body when all signatures are valid, undefined when one is not, `'too large'` when they are valid and the body is
 * over the limit. Hashed as it arrives.
 */
async function readSigned(request: FastifyRequest, rules: readonly HmacRule[], limit: number) {
  if (!rules.every((rule) => looksSigned(rule, request))) return undefined;
  const sums = rules.map((rule) => ({ rule, sum: createHmac(rule.algorithm, rule.secret) }));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > hashedAtMost * limit) return dropRest(request.raw);
    for (const { sum } of sums) sum.update(chunk as Buffer);
    if (size <= limit) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  const matching = sums.every(({ rule, sum }) =>
    sameSignature(request.headers[rule.header], rule.prefix ?? '', sum.digest()),
  );
  if (!matching) return undefined;
  return size > limit ? 'too large' : Buffer.concat(chunks);
}

export async function readWhole(payload: RequestPayload, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would close the connection before our answer is sent.
  for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) {
      dropRest(payload as Readable);
      throw new AppError('body_too_large', `The body is larger than ${limit} bytes.`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The body that was read, for the parser. */
export const payloadOf = (rawBody: Buffer): RequestPayload =>
  Object.assign(Readable.from(rawBody.length > 0 ? [rawBody] : []), { receivedEncodedLength: rawBody.length });

/**
 * Runs before every other check, so that an unsigned client learns nothing else. The limit holds for routes with large bodies
 * too: nobody knows yet who sends them.
 */
export function enforceHmacRules(app: FastifyInstance, rules: readonly HmacRule[], limit: number): void {
  if (rules.length === 0) return;
  const known = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    known.add(url);
    for (const name of [method].flat()) if (name !== 'HEAD') known.add(`${name} ${url}`);
  });
  app.addHook('onReady', async () => {
    // A mistyped rule would leave the route unprotected.
    const mistyped = rules
      .map(({ method, path }) => (method ? `${method} ${path}` : path))
      .filter((route) => !known.has(route));
    if (mistyped.length > 0) throw new Error(`HMAC_RULES: there is no route ${mistyped.join(', ')}`);
  });
  const signedBodies = new WeakMap<FastifyRequest, Buffer>();
  app.addHook('onRequest', async (request) => {
    const matching = rulesFor(rules, request);
    if (matching.length === 0) return;
    const rawBody = await readSigned(request, matching, limit);
    if (rawBody === undefined)
      throw new AppError('invalid_signature', 'The request signature is missing or does not match the body.');
    if (rawBody === 'too large') throw new AppError('body_too_large', `The body is larger than ${limit} bytes.`);
    signedBodies.set(request, rawBody);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    const rawBody = signedBodies.get(request);
    return rawBody === undefined ? payload : payloadOf(rawBody);
  });
}
