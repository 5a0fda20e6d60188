import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordLog } from '../../../test/harness/log-lines.ts';
import { openRaw } from '../../../test/harness/raw-http.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import { logRequests } from '../access-log.ts';
import { createHttpServer } from '../server.ts';
import { statusOf } from './problem.ts';

/** A server without features, with routes that fail in many ways. */
const recorded = recordLog();
const internals = 'password=hunter2 at /srv/secret.ts:17';
const thrown: Record<string, () => unknown> = {
  error: () => new Error(internals),
  text: () => internals,
  nothing: () => undefined,
  null: () => null,
  // The errors of other services' clients have the status of the other service, not ours.
  upstream: () =>
    Object.assign(new Error(internals), { statusCode: 404, status: 404, headers: { 'x-leak': internals } }),
  database: () => Object.assign(new Error(internals), { code: '23505', detail: internals }),
  ours: () => new AppError('internal', internals),
};

let app: FastifyInstance;
let url: string;
let lateReads = 0;
beforeAll(async () => {
  app = createHttpServer({ log: recorded.log, trustProxy: [], headersTimeoutMs: 1_000, requestTimeoutMs: 2_000 });
  logRequests(app);
  for (const [name, make] of Object.entries(thrown)) {
    app.get(`/async/${name}`, async () => {
      throw make();
    });
    app.get(`/sync/${name}`, () => {
      throw make();
    });
  }
  app.get('/hook', { preHandler: async () => Promise.reject(new Error(internals)) }, async () => 'unreached');
  app.get('/unserializable', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    return circle;
  });
  app.get(
    '/wrong-shape',
    { schema: { response: { 200: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } } } },
    async () => ({}),
  );
  app.get('/bad-header', async (_request, reply) => reply.header('x-bad', 'line\nbreak').send({}));
  app.get('/broken-stream', async (_request, reply) =>
    reply.type('text/plain').send(
      Readable.from(
        (async function* () {
          yield 'half';
          while (!reply.raw.headersSent) await sleep(5);
          throw new Error(internals);
        })(),
      ),
    ),
  );
  app.get<{ Params: { code: ErrorCode } }>('/catalogue/:code', async ({ params }) => {
    throw new AppError(params.code, 'What happened.', {
      retryAfterSeconds: 2.5,
      extra: { runId: 'run_1', status: 999 },
    });
  });
  app.post('/logs', async ({ log }) => {
    log.info('in the handler');
    await sleep(1);
    recorded.log.info('after a wait, by the logger everyone uses');
    return { ok: true };
  });
  app.addContentTypeParser('text/late', async (_request: unknown, payload: Readable) => {
    await sleep(200);
    try {
      for await (const _chunk of payload);
    } finally {
      lateReads += 1;
    }
  });
  app.post('/reads-late', async () => 'unreached');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const ask = async (path: string) => {
  const response = await fetch(`${url}${path}`, { headers: { 'x-request-id': path } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('an internal error', () => {
  const places = Object.keys(thrown).flatMap((name) => [`/async/${name}`, `/sync/${name}`]);
  it.each([...places, '/hook', '/unserializable', '/wrong-shape', '/bad-header'])(
    'is a 500 that tells nothing, and a line in the log that tells all: %s',
    async (path) => {
      const { status, headers, text } = await ask(path);
      expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json; charset=utf-8']);
      expect(headers.get('x-request-id')).toBe(path);
      expect(JSON.parse(text)).toEqual({
        type: 'urn:agent-gateway:problem:internal',
        title: 'Internal error',
        status: 500,
        detail: 'Something went wrong on our side. The request id helps us to find it.',
        code: 'internal',
        requestId: path,
      });
      expect(text + JSON.stringify([...headers])).not.toContain('hunter2');
      const lines = () => recorded.lines().filter(({ requestId }) => requestId === path);
      await expect.poll(lines).toMatchObject([
        { level: 'error', msg: 'request failed', err: expect.anything() },
        { level: 'info', msg: 'request', status: 500 },
      ]);
    },
  );

  it('after the headers were sent, closes the connection, so that the answer is seen as incomplete', async () => {
    await expect(ask('/broken-stream')).rejects.toThrow();
    expect((await ask('/async/error')).status).toBe(500);
  });
});

it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s has its own status', async (code) => {
  const [kind, title] = errorCatalogue[code];
  const { status, headers, text } = await ask(`/catalogue/${code}`);
  expect(status).toBe(statusOf[kind]);
  expect(JSON.parse(text)).toEqual({
    type: `urn:agent-gateway:problem:${code}`,
    title,
    status,
    detail: code === 'internal' ? expect.any(String) : 'What happened.',
    code,
    requestId: `/catalogue/${code}`,
    runId: 'run_1',
  });
  expect(headers.get('retry-after')).toBe('3');
});

it('every log line of a request has its id, even if its body came in pieces', async () => {
  const connection = await openRaw(url);
  for (const requestId of ['first', 'second']) {
    connection.write(
      `POST /logs HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${requestId}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`,
    );
    await sleep(30);
    connection.write('{');
    await sleep(30);
    connection.write('}');
    expect((await connection.answer()).status).toBe(200);
    const lines = () => recorded.lines().filter((line) => line.requestId === requestId);
    await expect
      .poll(lines)
      .toMatchObject([
        { msg: 'in the handler' },
        { msg: 'after a wait, by the logger everyone uses' },
        { msg: 'request', status: 200 },
      ]);
  }
  connection.destroy();
});

it('a client that disconnects before its whole body was read is not a failure of ours', async () => {
  const connection = await openRaw(url);
  connection.write(
    'POST /reads-late HTTP/1.1\r\nHost: x\r\nX-Request-ID: left\r\nContent-Type: text/late\r\nContent-Length: 2\r\n\r\n{}',
  );
  await sleep(50);
  connection.destroy();
  await expect.poll(() => lateReads).toBe(1);
  await sleep(50);
  expect(recorded.lines().filter(({ requestId, level }) => requestId === 'left' && level === 'error')).toEqual([]);
});
