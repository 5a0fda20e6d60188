import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { compose, type Gateway } from '../../src/compose.ts';
import { type Environment, readConfig } from '../../src/config.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { lateStatement } from '../../src/platform/db/postgres.ts';
import { createBuiltInEmbeddings } from '../../src/platform/embeddings/built-in.ts';
import { newPlace, type Place } from './databases.ts';
import { checkResponse } from './response-check.ts';

export const jwtSecret = 'test-secret-of-at-least-32-characters';
export const apiKey = 'test-bootstrap-key';

export type Answer<Body = Record<string, unknown>> = { status: number; headers: Headers; body: Body; text: string };
export type Call = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

export type TestGateway = {
  url: string;
  gateway: Gateway;
  place: Place;
  /** A request with JSON in and out; `body` is `{}` if the answer had none. */
  call<Body = Record<string, unknown>>(method: string, path: string, call?: Call): Promise<Answer<Body>>;
  /** Registers a new person and returns their tokens. */
  person(email?: string): Promise<Person>;
  stop(): Promise<void>;
};
export type Person = {
  id: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  workspaceId: string;
};

type Options = {
  settings?: Environment;
  clock?: Clock;
  log?: Logger;
  place?: Place;
  /** Of a hash: the least by default, because twelve take 0.3 s of CPU for each person. Tests about their time choose more. */
  passwordRounds?: number;
  /** How long it listens while it stops: not at all by default. A test about stopping asks for the usual time. */
  farewellMs?: number;
  /** Called before it starts. */
  prepare?: (gateway: Gateway) => void;
};

/** Headers that every answer must have. JSON may contain personal data or tokens, so it must not be cached. */
function checkHeaders(what: string, contentType: string, headers: Headers): void {
  const kept = headers.get('cache-control') ?? '';
  if (headers.get('x-content-type-options') !== 'nosniff') throw new Error(`${what} was answered without nosniff`);
  if (kept === '' || (contentType.endsWith('json') && !kept.includes('no-store')))
    throw new Error(`${what} was answered with Cache-Control "${kept}"`);
}

/** Requests with JSON in and out to a URL. A gateway of another version has another description. */
export const callTo = (url: string, check = checkResponse): TestGateway['call'] =>
  async function call<Body>(
    method: string,
    path: string,
    { token, body, headers = {} }: Call = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const [contentType = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    const json: unknown = contentType.endsWith('json') && text ? JSON.parse(text) : {};
    checkHeaders(`${method} ${path}`, contentType, response.headers);
    check({ method, path, status: response.status, contentType, body: json });
    return { status: response.status, headers: response.headers, text, body: json as Body };
  };

/** A part of a transaction would be lost. The tests of the database itself try it, with a table of their own. */
process.on('warning', ({ name, message, detail = '' }: Error & { detail?: string }) => {
  if (name === lateStatement && !detail.includes(' things ')) throw new Error(`${message} ${detail}`);
});

/** One for all gateways of a process: to load the model takes 0.5 s of CPU, which most of them would need. */
const encoder = { ...createBuiltInEmbeddings({ log: pino({ level: 'silent' }) }), stop: async () => undefined };

/** The real application on a free port with a real database; everything else is as in production. */
export async function startGateway(
  engine: Engine,
  { settings = {}, clock, log, place: given, passwordRounds = 4, farewellMs = 0, prepare }: Options = {},
): Promise<TestGateway> {
  const place = given ?? (await newPlace(engine));
  const read = readConfig({
    JWT_SECRET: jwtSecret,
    GATEWAY_API_KEY: apiKey,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_TIMEOUT: '5s',
    ...place.settings,
    ...settings,
  });
  // With PostgreSQL the default would be a folder of the checkout.
  const dataDir = place.mailDirectory ?? place.settings.DATA_DIR ?? join(tmpdir(), 'gateway-mails-of-tests');
  const config = { ...read, mail: { ...read.mail, dataDir } };
  const gateway = compose(config, {
    passwordRounds,
    farewellMs,
    encoder,
    ...(clock ? { clock } : {}),
    ...(log ? { log } : {}),
  });
  prepare?.(gateway);
  await gateway.start();
  const url = `http://${gateway.listeningOn()}`;

  const call = callTo(url);

  let people = 0;
  return {
    url,
    gateway,
    place,
    call,
    async person(email = `person-${++people}-${Date.now()}@example.com`) {
      const password = 'correct horse battery';
      const pair = await call<{ accessToken: string; refreshToken: string }>('POST', '/auth/register', {
        body: { email, password },
      });
      if (pair.status !== 201) throw new Error(`Registration answered ${pair.status}: ${pair.text}`);
      const me = await call<{ id: string; defaultWorkspaceId: string }>('GET', '/auth/me', {
        token: pair.body.accessToken,
      });
      return { ...pair.body, id: me.body.id, workspaceId: me.body.defaultWorkspaceId, email, password };
    },
    async stop() {
      await gateway.stop();
      if (!given) await place.remove();
    },
  };
}
