import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CannotMove } from '../src/operations/embedded-source.ts';
import { type MovedTable, moveToPostgres } from '../src/operations/move-to-postgres.ts';
import { DataDirectoryInUse } from '../src/platform/db/data-directory-lock.ts';
import { administer, emptyPlace, newPlace, type Place } from './harness/databases.ts';
import { type FakeModel, startFakeModel } from './harness/fake-model.ts';
import { apiKey, jwtSecret, type Person, startGateway, type TestGateway } from './harness/gateway.ts';
import { type Act, actingAs } from './harness/people.ts';
import { runScript } from './harness/run-script.ts';
import { patienceMs } from './harness/talking.ts';
import { type Receiver, startReceiver, verifySignature } from './harness/webhook-receiver.ts';

const soon = { timeout: patienceMs, interval: 20 };
const encryptionKey = { GATEWAY_ENCRYPTION_KEY: 'another-secret-of-at-least-32-characters' };
/** The messages, and the words that are searched for. */
const sayings: readonly (readonly [string, string])[] = [
  ['Die Straße nach Köln ist gesperrt, sagt "Ada" \\ und \u{1F600}.', 'strasse'],
  ['明日は東京都で会議があります', '東京都'],
  ['Встреча перенесена на четверг', 'встреча'],
  ['ตลาดน้ำเปิดวันเสาร์', 'ตลาด'],
  ['the invoice\tof\nMarch, {"nested": [1, 2]}', 'invoice'],
];

let source: Place;
let target: Place;
let model: FakeModel;
let receiver: Receiver;
let ada: Person;
let agentId: string;
let webhookId: string;
type Branching = { sessionId: string; messageId: string };
let branched: Branching;
let secret: string;
let approvalId: string;
let before: Record<string, unknown>;

const dataDirectory = () => source.settings.DATA_DIR ?? '';
const move = (place: Place, onTable: (table: MovedTable) => void = () => undefined) =>
  moveToPostgres({ dataDirectory: dataDirectory(), databaseUrl: place.settings.DATABASE_URL ?? '', onTable });
const settings = () => ({
  ...encryptionKey,
  OPENAI_COMPATIBLE_BASE_URL: model.url,
  DEFAULT_MODEL: 'openai-compatible/fake',
  EMBEDDING_MODEL: 'openai-compatible/fake-embedding',
});
const command = (place: Place) =>
  runScript('agent-gateway.mjs', ['migrate-to-postgres', '--to', place.settings.DATABASE_URL ?? ''], {
    JWT_SECRET: jwtSecret,
    ...source.settings,
  });

async function query<Row>(place: Place, sql: string): Promise<Row[]> {
  const client = new pg.Client(place.settings.DATABASE_URL);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
const tablesOf = (place: Place) => query(place, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");

async function made<Body>(answer: ReturnType<Act>, expected = 201): Promise<Body> {
  const { status, text, body } = await answer;
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text}`);
  return body as Body;
}

/** Reads everything that a person can see. */
async function lookAround(gateway: TestGateway): Promise<Record<string, unknown>> {
  const act = actingAs(gateway, ada);
  const seen: Record<string, unknown> = {};
  const { data: sessions } = (await act<{ data: { id: string }[] }>('GET', '/sessions')).body;
  const paths = [
    '/sessions',
    ...sessions.map(({ id }) => `/sessions/${id}`),
    ...sayings.map(([, word]) => `/sessions/search/messages?q=${encodeURIComponent(word)}`),
    ...['/sessions/search/messages?q=pomegranate', '/feedback'],
    ...['/agents', '/jobs', '/approvals', '/webhooks', `/webhooks/${webhookId}/deliveries`, '/webhook-inspector'],
    ...['/cron', '/heartbeat', '/memory/profile', '/memory/notes', '/memory/daily', '/channels', '/costs', '/files'],
    ...['/workspaces', `/workspaces/${ada.workspaceId}/stats`],
  ];
  for (const path of paths) {
    const { status, body } = await act('GET', path);
    expect(status, path).toBe(200);
    seen[path] = body;
  }
  for (const { id } of (seen['/files'] as { data: { id: string }[] }).data)
    seen[id] = (await act('GET', `/files/${id}/content`)).text;
  const found = await act<{ data: { entry: { id: string } }[] }>('GET', '/memory/search?q=window%20seat');
  // The two engines compute scores differently, so only the order is compared.
  seen['memory search'] = found.body.data.map(({ entry }) => entry.id);
  const audit = await gateway.call('GET', `/admin/audit/${ada.id}`, { headers: { 'x-api-key': apiKey } });
  expect(audit.status).toBe(200);
  seen['audit log'] = audit.body;
  return seen;
}

async function fill(gateway: TestGateway): Promise<void> {
  ada = await gateway.person('ada@example.com');
  const act = actingAs(gateway, ada);
  ({ id: agentId } = await made<{ id: string }>(
    act('POST', '/agents', { name: 'Ada', tools: ['http_fetch'], approvals: ['http_fetch'] }),
  ));
  ({ id: webhookId, secret } = await made<{ id: string; secret: string }>(
    act('POST', '/webhooks', { url: `${receiver.url}/hook`, events: ['*'] }),
  ));
  for (const [message] of sayings)
    await made(act('POST', '/agent/chat', { agentId, message, surface: message.slice(0, 3) }), 200);
  const branching = { agentId, message: 'Which pomegranate?', surface: 'branching' };
  const { sessionId, messageId } = await made<Branching>(act('POST', '/agent/chat', branching), 200);
  branched = { sessionId, messageId };
  await made(act('PUT', `/sessions/${sessionId}/messages/${messageId}/feedback`, { rating: 1, comment: 'Good.' }), 200);
  await made(act('POST', `/sessions/${sessionId}/regenerate`, { message: 'Which mango?' }), 200);
  await made(act('PUT', '/memory/profile', { fields: { seat: 'window', children: 2 } }), 200);
  await made(act('POST', '/memory/notes', { content: 'Prefers a window seat on long flights.' }));
  await made(act('POST', '/memory/daily', { content: 'Bought a green bicycle.' }));
  await made(act('POST', '/files?name=long.json', { text: 'Straße '.repeat(40_000) }));
  await made(act('POST', '/cron', { name: 'Morning', agentId, cron: '0 6 1 1 *', message: 'Good morning' }));
  await made(
    act('POST', '/channels', {
      name: 'Chat',
      agentId,
      header: 'x-signature',
      algorithm: 'sha256',
      secret: 's'.repeat(32),
    }),
  );
  model.script({ toolCalls: [{ name: 'http_fetch', arguments: { url: `${receiver.url}/asked` } }] });
  const parked = await made<{ approval: { requestId: string } }>(
    act('POST', '/agent/chat', { agentId, message: 'fetch it', surface: 'approval' }),
    202,
  );
  approvalId = parked.approval.requestId;
  const waiting = async () => {
    const rows = await gateway.gateway.database.all<{ table: string; n: number }>(
      `SELECT (SELECT count(*) FROM memory_unembedded) + (SELECT count(*) FROM events)
         + (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL) AS n`,
    );
    return Number(rows[0]?.n);
  };
  await vi.waitFor(async () => expect(await waiting()).toBe(0), soon);
}

beforeAll(async () => {
  [source, target, model, receiver] = await Promise.all([
    newPlace('sqlite'),
    emptyPlace('postgres'),
    startFakeModel(),
    startReceiver(),
  ]);
  const gateway = await startGateway('sqlite', { place: source, settings: settings() });
  await fill(gateway);
  before = await lookAround(gateway);
  // A running gateway cannot be moved.
  await expect(move(target)).rejects.toThrow(DataDirectoryInUse);
  await gateway.stop();
});
afterAll(async () => {
  await Promise.all([model.stop(), receiver.stop()]);
  await Promise.all([source.remove(), target.remove()]);
});

/** Changes the embedded database directly, and reverts the change afterwards. */
async function meddling(meddle: string, undo: string, work: () => Promise<void>): Promise<void> {
  const change = (sql: string) => {
    const connection = new DatabaseSync(`${dataDirectory()}/gateway.db`, { enableForeignKeyConstraints: false });
    connection.exec(sql);
    connection.close();
  };
  change(meddle);
  try {
    await work();
  } finally {
    change(undo);
  }
}

/** A server that changes every inserted note. */
const withTrigger = (place: Place, body: string) =>
  administer(
    place.settings.DATABASE_URL ?? '',
    `CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NEW; END $$;
     CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF to_regclass('memory_entries') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'meddle')
       THEN CREATE TRIGGER meddle BEFORE INSERT ON memory_entries FOR EACH ROW EXECUTE FUNCTION meddle(); END IF; END $$;
     CREATE EVENT TRIGGER watch ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION watch()`,
  );

describe('a move to PostgreSQL is refused', () => {
  it('when the schema is of another version', async () => {
    await meddling(
      "INSERT INTO schema_migrations VALUES ('9999_future', 'x', 0)",
      "DELETE FROM schema_migrations WHERE name = '9999_future'",
      () => expect(move(target)).rejects.toThrow(/newer version .*9999_future/),
    );
    await meddling(
      "UPDATE schema_migrations SET name = 'kept' WHERE name = '0008_message_parts'",
      "UPDATE schema_migrations SET name = '0008_message_parts' WHERE name = 'kept'",
      () => expect(move(target)).rejects.toThrow(CannotMove),
    );
    expect(await tablesOf(target)).toEqual([]);
  });

  it('when there is no embedded database, or an unknown table', async () => {
    const nowhere = { dataDirectory: `${dataDirectory()}/none`, onTable: () => undefined };
    const databaseUrl = target.settings.DATABASE_URL ?? '';
    await expect(moveToPostgres({ ...nowhere, databaseUrl })).rejects.toThrow(/no embedded database/);
    await meddling('CREATE TABLE surprise (id TEXT)', 'DROP TABLE surprise', () =>
      expect(move(target)).rejects.toThrow(/surprise/),
    );
    expect(await tablesOf(target)).toEqual([]);
  });

  it('when the target is not empty', async () => {
    const used = await newPlace('postgres');
    await expect(move(used)).rejects.toThrow(/not empty/);
    await used.remove();
  });
});

describe('an interrupted move leaves nothing behind', () => {
  it('when a row cannot be stored', async () => {
    await meddling(
      "INSERT INTO message_parts (message_id, position, content) VALUES ('nobody', 1, 'x')",
      "DELETE FROM message_parts WHERE message_id = 'nobody'",
      () => expect(move(target)).rejects.toThrow(/foreign key/),
    );
    expect(await tablesOf(target)).toEqual([]);
  });

  it('when PostgreSQL stores other values than it received', async () => {
    const odd = await emptyPlace('postgres');
    await withTrigger(odd, "NEW.content := NEW.content || ' '");
    const different: string[] = [];
    const moved = move(odd, ({ table, isSame }) => {
      if (!isSame) different.push(table);
    });
    await expect(moved).rejects.toThrow(/not what was sent: memory_entries\./);
    expect(different).toEqual(['memory_entries']);
    expect(await tablesOf(odd)).toEqual([]);
    await odd.remove();
  });

  it('when it is killed in the middle', async () => {
    const slow = await emptyPlace('postgres');
    await withTrigger(slow, 'PERFORM pg_sleep(60)');
    const { child, ended } = command(slow);
    const asleep = () =>
      query(slow, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'");
    await expect.poll(asleep, soon).toHaveLength(1);
    child.kill('SIGKILL');
    expect((await ended).output).toMatch(/^deliveries .* same$/m);
    expect(await tablesOf(slow)).toEqual([]);
    await slow.remove();
  });
});

describe('a gateway that was moved to PostgreSQL', () => {
  let gateway: TestGateway;
  let act: Act;
  let output: string;
  beforeAll(async () => {
    const { ended } = command(target);
    const result = await ended;
    output = result.output;
    expect(result.code, output).toBe(0);
    gateway = await startGateway('postgres', { place: target, settings: settings() });
    act = actingAs(gateway, ada);
  });
  afterAll(() => gateway.stop());

  it('was compared table by table, and says what to set', () => {
    expect(output).toMatch(/^messages +16 +16 {2}[0-9a-f]{16} {2}same$/m);
    for (const table of ['message_words', 'memory_words', 'memory_vectors', 'memory_bits', 'audit_log', 'deliveries'])
      expect(output).toMatch(new RegExp(`^${table} +[1-9]\\d* +\\d+ {2}[0-9a-f]{16} {2}same$`, 'm'));
    expect(output).toContain('DATABASE_URL=postgres://');
    expect(output).not.toContain('DIFFERENT');
  });

  it('shows the same data, found by the same words', async () => {
    const after = await lookAround(gateway);
    for (const [path, seen] of Object.entries(before)) expect(after[path], path).toEqual(seen);
    for (const [, word] of sayings) {
      const path = `/sessions/search/messages?q=${encodeURIComponent(word)}`;
      expect((after[path] as { data: unknown[] }).data.length, word).toBeGreaterThan(0);
    }
    expect(after['memory search']).not.toEqual([]);
  });

  it('has the branches of conversations, and chooses another one', async () => {
    const find = async (word: string) =>
      (await act<{ data: unknown[] }>('GET', `/sessions/search/messages?q=${word}`)).body.data.length;
    expect([await find('pomegranate'), await find('mango')]).toEqual([0, 2]);
    const { sessionId, messageId } = branched;
    expect((await act('PUT', `/sessions/${sessionId}/messages/${messageId}/chosen`)).status).toBe(200);
    expect([await find('pomegranate'), await find('mango')]).toEqual([2, 0]);
  });

  it('has the people, their tokens and their secrets', async () => {
    const login = await gateway.call('POST', '/auth/login', { body: { email: ada.email, password: ada.password } });
    expect(login.status).toBe(200);
    const refreshed = await gateway.call('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
    expect(refreshed.status).toBe(200);
    receiver.reset();
    expect(await act('POST', `/webhooks/${webhookId}/test`)).toMatchObject({ status: 200, body: { success: true } });
    expect(verifySignature(secret, receiver.records[0] as never)).toBe(true);
  });

  it('continues its work', async () => {
    expect((await act('POST', `/approvals/${approvalId}/resolve`, { decision: 'approve' })).status).toBe(200);
    await receiver.waitFor(({ path }) => path === '/asked', patienceMs);
    const [message] = sayings[0] ?? [''];
    const again = await act<{ sessionId: string }>('POST', '/agent/chat', {
      agentId,
      message: 'and now?',
      surface: message.slice(0, 3),
    });
    expect(again.status).toBe(200);
    const session = await act<{ messages: { content: string }[] }>('GET', `/sessions/${again.body.sessionId}`);
    expect(session.body.messages.map(({ content }) => content)).toEqual([
      message,
      `Echo: ${message}`,
      'and now?',
      'Echo: and now?',
    ]);
  });

  it('is healthy: its indexes work and its audit log is intact', async () => {
    const { body } = await gateway.call<{ checks: { id: string; status: string }[] }>('GET', '/diagnostics', {
      headers: { 'x-api-key': apiKey },
    });
    const statuses = Object.fromEntries(body.checks.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({
      'full-text': 'pass',
      'audit-chain': 'pass',
      migrations: 'pass',
      embeddings: 'pass',
    });
  });

  it('cannot be the target of another move', async () => {
    await expect(move(target)).rejects.toThrow(/not empty: .*moved here complete/);
  });
});
