import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { apiKey, jwtSecret, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../test/harness/local-server.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import { startTcpProxy, type TcpProxy } from '../../../test/harness/tcp-proxy.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { newId } from '../../kernel/ids.ts';
import type { DiagnosticReport } from './diagnostics.schema.ts';

const headers = { 'x-api-key': apiKey };
/** As random as the output of `openssl rand -base64 48`. */
const keys = {
  JWT_SECRET: 'pQ0mX7c9vRz2LkT4yWn8BfHs1GdJ6aUe3iOoEwNxK5tVqYlZ+CbMrSgPhAjDu/F=',
  GATEWAY_ENCRYPTION_KEY: 'h2VbN7kQxW9cR4tYzL0pMfJ6sGdE8aUi3oTnHvKqXyBwZr1CjPl5gSmDeAuOF+/=',
};

const order = [
  ...['storage database', 'storage migrations'],
  ...['search full-text', 'search vector'],
  ...['models provider', 'models embeddings'],
  ...['delivery queue-lag', 'delivery dead-letters'],
  ...['realtime websocket-echo', 'realtime event-loop-delay'],
  ...['security jwt-key', 'security audit-chain'],
];

const ask = async ({ call }: TestGateway, path = ''): Promise<DiagnosticReport> => {
  const { status, body } = await call<DiagnosticReport>('GET', `/diagnostics${path}`, { headers });
  expect(status).toBe(200);
  return body;
};
const historyOf = async ({ call }: TestGateway) =>
  (await call<{ data: DiagnosticReport[] }>('GET', '/diagnostics/history', { headers })).body.data;
const checkOf = ({ checks }: DiagnosticReport, id: string) => checks.find((check) => check.id === id);

/**
 * The checks that do not pass. Two are expected and left out: the test server has no pgvector, and the event loop of a
 * busy test machine may be late.
 */
const turned = ({ checks }: DiagnosticReport, engine: string) =>
  Object.fromEntries(
    checks
      .filter(({ id, status }) => status !== 'pass' && id !== 'event-loop-delay')
      .filter(({ id, status }) => !(engine === 'postgres' && id === 'vector' && status === 'warn'))
      .map(({ id, status }) => [id, status]),
  );

describe.each(engines)('diagnostics on %s', (engine) => {
  let model: FakeModel;
  let front: Awaited<ReturnType<typeof startLocalServer>>;
  let gateway: TestGateway;
  let broken: string | undefined;
  beforeAll(async () => {
    model = await startFakeModel();
    // The model's server; it drops the connections to the paths in `broken`.
    front = await startLocalServer(async ({ request, response, path, body, drop }) => {
      if (broken && path.endsWith(broken)) return drop();
      const options = request.method === 'POST' ? { method: 'POST', body: new Uint8Array(body) } : {};
      const answer = await fetch(`${model.url}${path}`, {
        ...options,
        headers: { 'content-type': 'application/json' },
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    gateway = await startGateway(engine, {
      settings: {
        ...keys,
        JWT_SECRET_PREV: jwtSecret,
        OPENAI_COMPATIBLE_BASE_URL: front.origin,
        DEFAULT_MODEL: 'openai-compatible/fake',
        EMBEDDING_MODEL: 'openai-compatible/fake-embedding',
      },
    });
    const answer = await gateway.call('POST', '/admin/api-keys', { headers, body: { name: 'a', scopes: ['admin'] } });
    expect(answer.status).toBe(201);
    // An entry that the vector search can find.
    const ada = await quickPerson(gateway);
    const note = await actingAs(gateway, ada)('POST', '/memory/notes', { content: 'The harbour opens at six.' });
    expect(note.status).toBe(201);
    const bits = () => gateway.gateway.database.get('SELECT entry_id FROM memory_bits');
    await vi.waitFor(async () => expect(await bits()).toBeDefined(), { timeout: 40_000 });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([front.stop(), model.stop()]);
  });

  const run = (sql: string) => gateway.gateway.database.run(sql);

  it('make twelve checks in six categories, and a healthy gateway passes all', async () => {
    const report = await ask(gateway);
    expect(report).toMatchObject({ id: expect.stringMatching(/^dgn_/), startedAt: expect.any(String) });
    expect(report.checks.map(({ category, id }) => `${category} ${id}`)).toEqual(order);
    expect(turned(report, engine)).toEqual({});
    for (const { latencyMs, message, status, hint } of report.checks) {
      expect(latencyMs).toBeGreaterThanOrEqual(0);
      expect(message).not.toBe('');
      expect(hint === undefined).toBe(status === 'pass');
    }
    const severities = ['pass', 'warn', 'fail'];
    const worst = Math.max(...report.checks.map(({ status }) => severities.indexOf(status)));
    expect(report.status).toBe(severities[worst]);
    expect((await historyOf(gateway))[0]).toEqual(report);
    for (const secret of [...Object.values(keys), apiKey, front.origin])
      expect(JSON.stringify(report)).not.toContain(secret);
  });

  const subjects: {
    name: string;
    turns: Record<string, 'warn' | 'fail'>;
    says?: RegExp;
    breakIt(): unknown;
    repair(): unknown;
  }[] = [
    {
      name: 'a migration that was changed',
      turns: { migrations: 'fail' },
      says: /Changed since.*0006_webhooks/,
      breakIt: () => run("UPDATE schema_migrations SET digest = 'x' || digest WHERE name = '0006_webhooks'"),
      repair: () => run("UPDATE schema_migrations SET digest = substr(digest, 2) WHERE name = '0006_webhooks'"),
    },
    {
      name: 'a migration that was not applied',
      turns: { migrations: 'fail' },
      says: /Not applied yet: 0007_active_runs/,
      breakIt: () => run("UPDATE schema_migrations SET name = 'away' WHERE name = '0007_active_runs'"),
      repair: () => run("UPDATE schema_migrations SET name = '0007_active_runs' WHERE name = 'away'"),
    },
    {
      name: 'a migration of a newer version',
      turns: { migrations: 'warn' },
      says: /9999_future/,
      breakIt: () => run("INSERT INTO schema_migrations (name, digest, applied_at) VALUES ('9999_future', '', 0)"),
      repair: () => run("DELETE FROM schema_migrations WHERE name = '9999_future'"),
    },
    {
      name: 'an index of words that is gone',
      turns: { 'full-text': 'fail' },
      breakIt: () => run('ALTER TABLE message_words RENAME TO words_away'),
      repair: () => run('ALTER TABLE words_away RENAME TO message_words'),
    },
    {
      name: 'a table of vectors that is gone',
      turns: { vector: 'fail' },
      breakIt: () => run('ALTER TABLE memory_bits RENAME TO bits_away'),
      repair: () => run('ALTER TABLE bits_away RENAME TO memory_bits'),
    },
    {
      name: 'a vector that is not found again',
      turns: { vector: 'fail' },
      breakIt: () => run("UPDATE memory_bits SET model = 'x' || model"),
      repair: () => run('UPDATE memory_bits SET model = substr(model, 2)'),
    },
    {
      name: 'a model provider that is down',
      turns: { provider: 'fail' },
      says: /^openai-compatible /,
      breakIt: () => {
        broken = '/chat/completions';
      },
      repair: () => {
        broken = undefined;
      },
    },
    {
      name: 'a provider of embeddings that is down',
      turns: { embeddings: 'fail' },
      breakIt: () => {
        broken = '/embeddings';
      },
      repair: () => {
        broken = undefined;
      },
    },
    {
      name: 'a queue that stands still',
      turns: { 'queue-lag': 'fail' },
      says: /not run within/,
      breakIt: () => gateway.gateway.jobs.stop(),
      repair: () => gateway.gateway.jobs.start(),
    },
    {
      name: 'a job nobody takes',
      turns: { 'queue-lag': 'warn' },
      says: /the oldest job that waits is \d+ s late/,
      breakIt: () =>
        run(`INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at)
          VALUES ('job_late', 'nobodys', '{}', ${Date.now() - 100_000}, 1, 0)`),
      repair: () => run("DELETE FROM jobs WHERE id = 'job_late'"),
    },
    {
      name: 'a dead letter',
      turns: { 'dead-letters': 'warn' },
      says: /Given up: 1 jobs and 0 webhook deliveries, 1 of them/,
      breakIt: () =>
        run(`INSERT INTO jobs (id, queue, payload, state, run_at, max_attempts, created_at)
          VALUES ('job_dead', 'nobodys', '{}', 'dead', 0, 1, ${Date.now()})`),
      repair: () => run("DELETE FROM jobs WHERE id = 'job_dead'"),
    },
    {
      name: 'an audit log that was tampered with',
      turns: { 'audit-chain': 'fail' },
      breakIt: () => run("UPDATE audit_log SET action = 'x' || action WHERE seq = 1"),
      repair: () => run('UPDATE audit_log SET action = substr(action, 2) WHERE seq = 1'),
    },
  ];

  it.each(subjects)('report $name, and nothing else', async ({ turns, says, breakIt, repair }) => {
    await breakIt();
    try {
      const report = await ask(gateway);
      expect(turned(report, engine)).toEqual(turns);
      const [id] = Object.keys(turns) as [string];
      expect(checkOf(report, id)).toMatchObject({ hint: expect.stringMatching(/\w/) });
      if (says) expect(checkOf(report, id)?.message).toMatch(says);
    } finally {
      await repair();
    }
  });

  it('pass again after everything is repaired', async () => {
    expect(turned(await ask(gateway), engine)).toEqual({});
  });

  it('report refused WebSockets, also in the quick check', async () => {
    const { server } = gateway.gateway.app;
    const listeners = server.listeners('upgrade') as (() => void)[];
    server.removeAllListeners('upgrade');
    try {
      expect(turned(await ask(gateway), engine)).toEqual({ 'websocket-echo': 'fail' });
      expect(turned(await ask(gateway, '/quick'), engine)).toEqual({ 'websocket-echo': 'fail' });
    } finally {
      for (const listener of listeners) server.on('upgrade', listener);
    }
  });

  it('report a blocked event loop, and nothing else because of it', async () => {
    // The model's server blocks the event loop while the checks run.
    model.reply(() => {
      for (const end = performance.now() + 1_300; performance.now() < end; );
      return 'pong';
    });
    expect(turned(await ask(gateway), engine)).toEqual({});
    model.reset();
    expect(checkOf(await ask(gateway), 'event-loop-delay')?.status).toMatch(/warn|fail/);
  });

  it('run once for concurrent callers, and ask the model once', async () => {
    model.reset();
    const reports = await Promise.all(Array.from({ length: 8 }, () => ask(gateway)));
    expect(new Set(reports.map(({ id }) => id)).size).toBe(1);
    expect(model.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1);
  });

  it('keep the last ten reports', async () => {
    const made = Array.from({ length: 15 }, (_, age) => ({
      id: newId('dgn', 1_000 + age),
      at: Date.now() - 1_000 + age,
    }));
    await run('DELETE FROM diagnostics_reports');
    for (const { id, at } of made)
      await run(`INSERT INTO diagnostics_reports (id, started_at, report) VALUES ('${id}', ${at},
        '{"id":"${id}","status":"pass","startedAt":"2026-01-01T00:00:00.000Z","durationMs":1,"checks":[]}')`);
    const latest = await ask(gateway);
    const expected = [
      latest.id,
      ...made
        .slice(-9)
        .map(({ id }) => id)
        .reverse(),
    ];
    expect((await historyOf(gateway)).map(({ id }) => id)).toEqual(expected);
    const rows = await gateway.gateway.database.all('SELECT id FROM diagnostics_reports');
    expect(rows).toHaveLength(10);
  });

  it('generate no tokens in the quick check', async () => {
    model.reset();
    const report = await ask(gateway, '/quick');
    expect(report).toMatchObject({ status: 'pass' });
    expect(report.checks.map(({ id }) => id)).toEqual(['database', 'provider', 'websocket-echo']);
    expect(model.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
    expect((await historyOf(gateway)).some(({ id }) => id === report.id)).toBe(false);
    broken = '/models';
    expect(turned(await ask(gateway, '/quick'), engine)).toEqual({ provider: 'fail' });
    broken = undefined;
  });

  it('need an API key with the scope', async () => {
    const made = await gateway.call<{ key: string }>('POST', '/admin/api-keys', {
      headers,
      body: { name: 'b', scopes: ['admin'] },
    });
    for (const path of ['', '/quick', '/history']) {
      const { status, body } = await gateway.call('GET', `/diagnostics${path}`, {
        headers: { 'x-api-key': made.body.key },
      });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    }
  });
});

/** Only the database fails; the checks that need it say that they were not done. */
function expectOnlyTheDatabase(report: DiagnosticReport, engine: string) {
  expect(report.status).toBe('fail');
  expect(turned(report, engine)).toEqual({ database: 'fail' });
  const skipped = report.checks.filter(({ skippedBecause }) => skippedBecause === 'database');
  for (const { status, message } of skipped)
    expect([status, message]).toEqual(['pass', 'Not checked: the database does not answer.']);
  expect(skipped.map(({ id }) => id)).toEqual([
    ...['migrations', 'full-text', 'vector', 'queue-lag', 'dead-letters', 'audit-chain'],
  ]);
}

it('a closed embedded database fails only its own check; an HMAC rule for /ws breaks no check', async () => {
  const rule = { path: '/ws', header: 'x-signature', algorithm: 'sha256', prefix: 'v0=', secret: 'shared' };
  // With the built-in embeddings and no model provider.
  const gateway = await startGateway('sqlite', { settings: { ...keys, HMAC_RULES: JSON.stringify([rule]) } });
  const sound = await ask(gateway);
  expect(turned(sound, 'sqlite')).toEqual({});
  expect(checkOf(sound, 'embeddings')?.message).toContain('in 512 dimensions');
  expect((await gateway.call('GET', '/health')).body.status).toBe('ok');

  await gateway.gateway.database.close();
  expectOnlyTheDatabase(await ask(gateway), 'sqlite');
  expect(turned(await ask(gateway, '/quick'), 'sqlite')).toEqual({ database: 'fail' });
  await gateway.stop().catch(() => undefined);
});

describe('with PostgreSQL behind a connection that breaks', () => {
  let place: Place;
  let proxy: TcpProxy;
  let gateway: TestGateway;
  beforeAll(async () => {
    place = await newPlace('postgres');
    const url = new URL(place.settings.DATABASE_URL ?? '');
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    gateway = await startGateway('postgres', { place, settings: { ...keys, DATABASE_URL: url.href } });
  });
  afterAll(async () => {
    proxy.heal();
    await gateway.stop();
    await proxy.stop();
    await place.remove();
  });

  it.each(['cut', 'freeze'] as const)(
    '%s: only the database check fails, and the report is stored later',
    async (how) => {
      proxy[how]();
      const report = await ask(gateway);
      expectOnlyTheDatabase(report, 'postgres');
      expect(report.durationMs).toBeLessThan(onThisMachine(15_000));
      proxy.heal();
      await expect.poll(async () => (await gateway.call('GET', '/health')).status, { timeout: 40_000 }).toBe(200);
      await expect.poll(async () => turned(await ask(gateway), 'postgres'), { timeout: 40_000 }).toEqual({});
      expect((await historyOf(gateway)).find(({ id }) => id === report.id)).toEqual(report);
    },
  );
});

it('a weak key fails only its own check', async () => {
  const model = await startFakeModel();
  const gateway = await startGateway('sqlite', {
    settings: {
      ...keys,
      JWT_SECRET: 'a'.repeat(32),
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      EMBEDDING_MODEL: 'openai-compatible/fake-embedding',
    },
  });
  const report = await ask(gateway);
  expect(turned(report, 'sqlite')).toEqual({ 'jwt-key': 'fail' });
  expect(checkOf(report, 'jwt-key')?.message).toContain('0 bits');
  await gateway.stop();
  await model.stop();
});
