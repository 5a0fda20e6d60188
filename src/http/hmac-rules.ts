import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

export function signatureMatches(rule: Omit<HmacRule, 'path' | 'method'>, given: unknown, rawBody: Buffer): boolean {
  const prefix = rule.prefix ?? '';
  if (typeof given !== 'string' || !given.startsWith(prefix)) return false;
  const expected = createHmac(rule.algorithm, rule.secret).update(rawBody).digest();
  const received = Buffer.from(given.slice(prefix.length), 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

const ruleFor = (rules: readonly HmacRule[], { method, routeOptions }: FastifyRequest) =>
  rules.filter(
    (rule) =>
      rule.path === routeOptions.url &&
      // HEAD runs the GET handler, so it needs the GET signature.
      (rule.method === undefined || rule.method === (method === 'HEAD' ? 'GET' : method)),
  );

export function enforceHmacRules(app: FastifyInstance, rules: readonly HmacRule[], bodyLimit: number): void {
  if (rules.length === 0) return;
  const known = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    known.add(url);
  });
  app.addHook('onReady', async () => {
    // A mistyped path would leave the endpoint open without a word.
    for (const { path } of rules) if (!known.has(path)) throw new Error(`HMAC_RULES: there is no route ${path}`);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    const matching = ruleFor(rules, request);
    if (matching.length === 0) return payload;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload) {
      size += (chunk as Buffer).length;
      if (size > bodyLimit) throw new AppError('body_too_large', `The body is larger than ${bodyLimit} bytes.`);
      chunks.push(chunk as Buffer);
    }
    const rawBody = Buffer.concat(chunks);
    if (!matching.every((rule) => signatureMatches(rule, request.headers[rule.header], rawBody)))
      throw new AppError('invalid_signature', 'The request signature is missing or does not match the body.');
    return Object.assign(Readable.from(rawBody.length > 0 ? [rawBody] : []), { receivedEncodedLength: rawBody.length });
  });
}
