import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainCheck, createSealer } from '../src/features/audit/index.ts';
import { sawOutside } from '../src/features/runs/context/provenance.ts';
import { dayMs } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import type { Database, SqlValue } from '../src/platform/db/database.ts';
import { engines } from './harness/databases.ts';
import { createFakeClock } from './harness/fake-clock.ts';
import { jwtSecret, startGateway } from './harness/gateway.ts';
import { actingAs, ownPassword, quickPerson } from './harness/people.ts';
import { newTalker, newTeam, patienceMs, say, startTalking, type Talker, type Talking } from './harness/talking.ts';
import { forgeToken } from './harness/tokens.ts';

const kept = '90d';
const settings = {
  RETENTION_SESSIONS: kept,
  RETENTION_RUNS: '60d',
  RETENTION_TOOL_CALLS: '20d',
  RETENTION_USAGE: kept,
  RETENTION_AUDIT: kept,
  RETENTION_APPROVALS: kept,
  RETENTION_BATCHES: kept,
  RETENTION_SWARMS: kept,
  RETENTION_RECALLS: kept,
  RETENTION_DEAD_JOBS: kept,
  RETENTION_DEAD_LETTERS: '10d',
};

describe.each(engines)('retention on %s', (engine) => {
  const began = Date.now() - 2_000;
  const clock = createFakeClock(began);
  let world: Talking;
  let database: Database;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine, { clock, settings });
    database = world.database;
    ada = await newTalker(world.gateway, { clock });
    for (const name of ['First', 'Second', 'Third', 'Fourth'])
      await ada.act('PUT', `/workspaces/${ada.workspaceId}/settings`, { name });
  });
  afterAll(() => world.stop());

  const count = async (table: string, where = 'TRUE', params: SqlValue[] = []) =>
    Number((await database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, params))?.n);
  /** A day later all that comes by the clock is due. */
  const nextDay = async (days = 1) => {
    clock.advance(days * dayMs);
    await world.gateway.gateway.recurring.wake();
  };
  const untilNone = (table: string, where: string, params: SqlValue[] = []) =>
    expect.poll(() => count(table, where, params), { timeout: patienceMs, interval: 50 }).toBe(0);
  /** With a token of today. */
  const again = (person: Talker) => {
    const iat = Math.floor(clock.now() / 1_000);
    const claims = { uid: person.id, sub: person.id, iat, exp: iat + 30 * 86_400 };
    const accessToken = forgeToken({ claims, secret: jwtSecret });
    return { ...person, accessToken, act: actingAs(world.gateway, { accessToken }) };
  };
  const sealer = createSealer({
    encryption: { key: undefined, previousKey: undefined },
    jwt: { secret: jwtSecret, previousSecret: undefined },
  });
  /** Where a check finds the log broken after this was done to it, which is undone then. */
  async function found(sql: string): Promise<number | null> {
    const undo = new Error('undo');
    let brokenAt: number | null = null;
    await database
      .transaction(async (tx) => {
        await tx.run(sql);
        ({ brokenAt } = await createChainCheck({ database: tx, sealer })());
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return brokenAt;
  }

  it('deletes what is too old of everything, and nothing else', async () => {
    const old = await say(ada, 'forget me', { surface: 'old' });
    const used = await say(ada, 'I come back', { surface: 'used' });
    const fed = await say(ada, 'news of a feed', { surface: 'fed' });
    await database.run("UPDATE runs SET kind = 'heartbeat' WHERE id = $1", [fed.runId]);
    const { workspaceId, id: userId } = ada;
    const rows: Record<string, [columns: string, values: SqlValue[]]> = {
      memory_entries: [
        'id, workspace_id, user_id, tier, content, source_kind, created_at, updated_at',
        ['mem_old', workspaceId, userId, 'session', 'x', 'user', began, began],
      ],
      memory_recalls: ['entry_id, question_digest, last_at', ['mem_old', 'old', began]],
      jobs: [
        'id, queue, payload, state, run_at, attempts, max_attempts, last_error, created_at',
        [newId('job', began), 'gone', '{}', 'dead', began, 5, 5, 'Error: no', began],
      ],
      run_batches: [
        'id, workspace_id, max_concurrency, open, created_at',
        [newId('bat', began), workspaceId, 1, 0, began],
      ],
      swarms: [
        'id, workspace_id, user_id, max_concurrency, created_at, finished_at',
        [newId('swm', began), workspaceId, userId, 1, began, began],
      ],
      approvals: [
        'id, workspace_id, user_id, run_id, session_id, agent_id, tool_call_id, tool, params, status, created_at, expires_at',
        [
          newId('apr', began),
          workspaceId,
          userId,
          used.runId,
          used.sessionId,
          ada.agentId,
          'c',
          't',
          '{}',
          'denied',
          began,
          began,
        ],
      ],
      tool_calls: ['run_id, id, step, position, tool, params, status', [used.runId, 'call_1', 1, 0, 't', '{}', 'done']],
      deliveries: [
        'id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, created_at',
        [newId('dlv', began), workspaceId, 'wh_none', 'agent.completed', '{}', 'dead', 'event', 6, 6, began],
      ],
    };
    for (const [table, [columns, values]] of Object.entries(rows))
      await database.run(
        `INSERT INTO ${table} (${columns}) VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        values,
      );
    // Dead letters go after ten days; all the rest is still there then.
    await nextDay(11);
    await untilNone('deliveries', "status = 'dead'");
    expect(await count('sessions')).toBe(3);
    expect(await count('runs')).toBe(3);
    expect(await count('tool_calls')).toBe(1);
    expect(await count('approvals')).toBe(1);

    // 60 days: runs. Their messages stay.
    await nextDay(40);
    await untilNone('tool_calls', 'TRUE');
    expect(await count('runs', 'id = $1', [used.runId])).toBe(1);
    await say(again(ada), 'here I am again', { surface: 'used' });
    await nextDay(15);
    await untilNone('runs', 'id = $1', [old.runId]);
    expect(await count('run_events', 'run_id = $1', [old.runId])).toBe(0);
    // By its heartbeat's run a session is known to hold text from outside: that run stays as long as the session.
    expect(await count('runs')).toBe(2);
    expect(await sawOutside(database, { runId: 'run_next', sessionId: fed.sessionId })).toBe(true);
    // Who was spawned by a run that is gone may have been given anything.
    const spawned = await database.get<{ id: string }>('SELECT id FROM runs WHERE session_id = $1', [used.sessionId]);
    const [runId, sessionId] = [spawned?.id ?? '', used.sessionId];
    expect(await sawOutside(database, { runId, sessionId })).toBe(false);
    await database.run('UPDATE runs SET parent_run_id = $2 WHERE id = $1', [runId, old.runId]);
    expect(await sawOutside(database, { runId, sessionId })).toBe(true);
    expect(await count('messages', 'session_id = $1', [old.sessionId])).toBe(2);
    expect(await count('usage_records')).toBe(4);

    await nextDay(30);
    await untilNone('sessions', 'id = $1', [old.sessionId]);
    await untilNone('usage_records', 'created_at < $1', [began + dayMs]);
    await untilNone('memory_recalls', 'TRUE');
    await untilNone('jobs', "state = 'dead'");
    await untilNone('run_batches', 'TRUE');
    await untilNone('swarms', 'TRUE');
    await untilNone('approvals', 'TRUE');
    // Used since: it is whole, and so are the sums and what is remembered.
    expect(await count('messages', 'session_id = $1', [old.sessionId])).toBe(0);
    expect(await count('messages', 'session_id = $1', [used.sessionId])).toBe(4);
    if (engine === 'sqlite') await expect.poll(() => count('message_words'), { timeout: patienceMs }).toBe(4);
    expect(await count('usage_records')).toBe(1);
    expect(await database.get('SELECT CAST(sum(requests) AS INTEGER) AS n FROM usage_days')).toMatchObject({ n: 4 });
    expect(await count('memory_entries')).toBe(1);
  });

  it('begins the audit log later, and finds every change to what is left', async () => {
    // The newest entry stays, however old.
    await untilNone('audit_log', 'at < $1 AND seq < (SELECT seq FROM audit_head)', [began + dayMs]);
    expect(await count('audit_beginning')).toBe(1);
    const [now, bob] = [again(ada), await newTalker(world.gateway, { clock })];
    const team = await newTeam(now, { member: bob });
    for (const name of ['One', 'Two', 'Three']) await now.act('PUT', `/workspaces/${team}/settings`, { name });
    await bob.act('DELETE', '/auth/me', ownPassword);
    const check = await createChainCheck({ database, sealer })({ whole: true });
    expect(check).toMatchObject({ brokenAt: null, entries: await count('audit_log') });
    expect(check.entries).toBeGreaterThan(4);

    const first = Number((await database.get<{ seq: number }>('SELECT min(seq) AS seq FROM audit_log'))?.seq);
    expect(first).toBeGreaterThan(1);
    expect(await found(`DELETE FROM audit_log WHERE seq = ${first}`)).toBe(first);
    expect(await found('DELETE FROM audit_beginning')).toBe(1);
    expect(await found(`DELETE FROM audit_log WHERE seq <= ${first}`)).toBe(first);
    for (const forged of ['seq = seq + 1', 'emptied = emptied + 1', 'accounted = accounted - 1', "seal = 'x.y'"])
      expect(await found(`UPDATE audit_beginning SET ${forged}`)).not.toBeNull();

    // What was tampered with is not deleted, nor anything after it.
    await database.run("UPDATE audit_log SET outcome = 'failure' WHERE seq = $1", [first + 1]);
    await nextDay(100);
    await untilNone('audit_log', 'seq = $1', [first]);
    await expect.poll(() => count('jobs'), { timeout: patienceMs }).toBe(0);
    expect(await count('audit_log', 'seq = $1', [first + 1])).toBe(1);
    expect(await createChainCheck({ database, sealer })()).toMatchObject({ brokenAt: first + 1 });
  });

  it('keeps sessions of a workspace for a shorter time where its owner says so', async () => {
    const [owner, admin] = [await newTalker(world.gateway, { clock }), await newTalker(world.gateway, { clock })];
    const id = await newTeam(owner, { admin });
    const put = (talker: Talker, retentionDays: number | null) =>
      talker.act<{ settings: object }>('PUT', `/workspaces/${id}/settings`, { retentionDays });
    expect((await put(admin, 30)).status).toBe(403);
    expect((await put(owner, 91)).status).toBe(400);
    expect((await put(owner, 0)).status).toBe(400);
    expect(await put(owner, 30)).toMatchObject({ status: 200, body: { settings: { retentionDays: 30 } } });
    const inTeam = await newTalker(world.gateway, { clock, person: owner, workspaceId: id });
    const old = [await say(inTeam, 'one', { surface: 'a' }), await say(inTeam, 'two', { surface: 'b' })];
    const elsewhere = await say(owner, 'my own');
    await nextDay(25);
    const recent = await say(inTeam, 'three', { surface: 'b' });
    await nextDay(6);
    await untilNone('sessions', 'id = $1', [old[0]?.sessionId ?? '']);
    await expect.poll(() => count('jobs'), { timeout: patienceMs }).toBe(0);
    expect(await count('sessions', 'id = $1', [recent.sessionId])).toBe(1);
    expect(await count('messages', 'session_id = $1', [recent.sessionId])).toBe(4);
    expect(await count('sessions', 'id = $1', [elsewhere.sessionId])).toBe(1);
  });

  it('deletes a long session piece by piece, and one that is at work not at all', async () => {
    const talker = await newTalker(world.gateway, { clock });
    const long = await say(talker, 'much', { surface: 'long' });
    const busy = await say(talker, 'busy', { surface: 'busy' });
    await database.run(
      `INSERT INTO messages (id, session_id, workspace_id, user_id, seq, role, agent_id, content, status, created_at)
       SELECT 'msg_more' || d.n, m.session_id, m.workspace_id, m.user_id, 100 + d.n, m.role, m.agent_id, 'more', m.status, m.created_at
       FROM messages m, ${series} WHERE m.session_id = $1 AND m.seq = 1`,
      [long.sessionId],
    );
    await database.run("UPDATE sessions SET running_run_id = 'run_x' WHERE id = $1", [busy.sessionId]);
    await nextDay(91);
    await untilNone('sessions', 'id = $1', [long.sessionId]);
    expect(await count('messages', 'session_id = $1', [long.sessionId])).toBe(0);
    expect(await count('sessions', 'id = $1', [busy.sessionId])).toBe(1);
    expect(await count('messages', 'session_id = $1', [busy.sessionId])).toBe(2);
  });

  const series =
    engine === 'postgres'
      ? 'generate_series(1, 2000) AS d(n)'
      : '(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 2000) SELECT n FROM s) AS d';
});

describe.each(engines)('a hold on the audit log on %s', (engine) => {
  it('keeps every entry', async () => {
    const clock = createFakeClock(Date.now());
    const gateway = await startGateway(engine, { clock, settings: { RETENTION_AUDIT: '1d', AUDIT_HOLD: 'on' } });
    const { database, recurring } = gateway.gateway;
    const entries = () => database.get<{ n: number }>('SELECT count(*) AS n FROM audit_log');
    const ada = await quickPerson(gateway, 'ada', clock);
    for (const name of ['One', 'Two'])
      await actingAs(gateway, ada)('PUT', `/workspaces/${ada.workspaceId}/settings`, { name });
    const before = await entries();
    clock.advance(10 * dayMs);
    await recurring.wake();
    await expect.poll(() => database.get('SELECT id FROM jobs'), { timeout: patienceMs }).toBeUndefined();
    expect(await entries()).toEqual(before);
    await gateway.stop();
  });
});
