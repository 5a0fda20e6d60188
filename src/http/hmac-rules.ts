import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../kernel/errors.ts';

/** Puts a route behind a signature over its raw body. Matched against the route's pattern, never the typed address. */
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

/** `signed` is the raw body, or what a vendor puts around it. */
export function signatureMatches(
  rule: Pick<HmacRule, 'algorithm' | 'prefix' | 'secret'>,
  given: unknown,
  signed: Buffer,
): boolean {
  const prefix = rule.prefix ?? '';
  if (typeof given !== 'string' || !given.startsWith(prefix)) return false;
  const hex = given.slice(prefix.length);
  // Decoding stops without a word at what is no hex; one signature must have one spelling.
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return false;
  const expected = createHmac(rule.algorithm, rule.secret).update(signed).digest();
  const received = Buffer.from(hex, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** What a request of our own, without a body, needs to pass the rules of a route. */
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

export async function readWhole(payload: RequestPayload, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // To destroy the request with its rest unread would take the connection along, and our answer with it.
  for await (const chunk of (payload as Readable).iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new AppError('body_too_large', `The body is larger than ${limit} bytes.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** What was read whole, for whoever parses it. */
export const payloadOf = (rawBody: Buffer): RequestPayload =>
  Object.assign(Readable.from(rawBody.length > 0 ? [rawBody] : []), { receivedEncodedLength: rawBody.length });

export function enforceHmacRules(app: FastifyInstance, rules: readonly HmacRule[], bodyLimit: number): void {
  if (rules.length === 0) return;
  const known = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    known.add(url);
    for (const name of [method].flat()) if (name !== 'HEAD') known.add(`${name} ${url}`);
  });
  app.addHook('onReady', async () => {
    // A mistyped rule would leave the endpoint open without a word.
    const mistyped = rules
      .map(({ method, path }) => (method ? `${method} ${path}` : path))
      .filter((route) => !known.has(route));
    if (mistyped.length > 0) throw new Error(`HMAC_RULES: there is no route ${mistyped.join(', ')}`);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    const matching = rulesFor(rules, request);
    if (matching.length === 0) return payload;
    const rawBody = await readWhole(payload, bodyLimit);
    if (!matching.every((rule) => signatureMatches(rule, request.headers[rule.header], rawBody)))
      throw new AppError('invalid_signature', 'The request signature is missing or does not match the body.');
    return payloadOf(rawBody);
  });
}
