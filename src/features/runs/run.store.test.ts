import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openPlace, type Place } from '../../../test/harness/databases.ts';
import { planOf } from '../../../test/harness/plans.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { insertMessage } from '../sessions/index.ts';
import { createRunStore, RunClaimLost, type RunTotals } from './run.store.ts';

const totals: RunTotals = {
  answerer: { model: null, cached: false },
  reasoning: 0,
  prompt: 0,
  cached: 0,
  completion: 0,
  costNano: 0,
  toolCalls: 0,
  activeMs: 0,
  steps: 1,
  lastSeq: 1,
};

/** As on a gateway that was quiet when the server last counted: many runs are over, and none is at work. */
describe.each(engines)('statements about one run, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openPlace>>;
  let place: Place;
  let database: Database;
  beforeAll(async () => {
    opened = await openPlace(engine);
    ({ place, database } = opened);
    await database.transaction(async (tx) => {
      await tx.run("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_a', 'A', 1)");
      await tx.run(
        "INSERT INTO users (id, email, name, password_hash, default_workspace_id, created_at) VALUES ('usr_a', 'a@example.com', 'A', 'x', 'ws_a', 1)",
      );
      await tx.run(
        `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, status, created_at, updated_at)
         VALUES ('ses_a', 'ws_a', 'usr_a', 'agt_a', 'agt_a', 'api', 'active', 1, 1)`,
      );
      for (let n = 0; n < 3_000; n += 1)
        await tx.run(
          `INSERT INTO runs (id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, node, created_at)
           VALUES ($1, 'ws_a', 'usr_a', 'ses_a', 'agt_a', 'chat', 'completed', $2, 'Hello', 'node_a', $2)`,
          [`run_${n}`, n],
        );
    });
    await database.run('ANALYZE');
  });
  afterAll(() => opened.close());

  it('find it by its id, not among all runs at work', async () => {
    const asked: string[] = [];
    const note = async (sql: string) => {
      asked.push(sql);
      return { rows: [], changes: 0 };
    };
    const noting = { run: note, must: note, engine } as unknown as Transaction & Database;
    const store = createRunStore(noting, {} as never);
    const claim = { runId: 'run_1', claim: 'claim' };
    const over = { status: 'completed', stopReason: 'end_turn', messageId: null, content: '', error: null } as const;
    const event = { seq: 2, type: 'delta' } as never;
    await Promise.allSettled([
      store.progress(noting, claim, totals, '{}'),
      store.end(noting, claim, totals, { ...over, structured: null, trace: null }, 1),
      store.park(noting, claim, false),
      store.requeue({ id: 'run_1', claim: 'claim' }, 1),
      store.giveBack(claim),
      store.requestCancel('run_1'),
      store.flushEvents(claim, [event], 1),
    ]);
    expect(asked).toHaveLength(7);
    for (const sql of asked) {
      const plan = await planOf(place, database, sql);
      expect(plan).toMatch(/runs_pkey|sqlite_autoindex_runs_1/);
      expect(plan).not.toMatch(/runs_of_node|runs_active|runs_working|Seq Scan on runs|SCAN runs/);
    }
  });

  describe('what belongs to a session goes with it', () => {
    const count = async (table: string, where: string) =>
      Number((await database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE ${where}`))?.rows);
    const left = async (name: string) => ({
      messages: await count('messages', `session_id = 'ses_${name}'`),
      runs: await count('runs', `session_id = 'ses_${name}'`),
      events: await count('run_events', `run_id = 'run_${name}'`),
      words: engine === 'postgres' ? await count('message_words', `message_id LIKE 'msg_${name}%'`) : 0,
    });
    const nothing = { messages: 0, runs: 0, events: 0, words: 0 };
    const remove = (tx: Transaction, name: string) => tx.run('DELETE FROM sessions WHERE id = $1', [`ses_${name}`]);
    const say = (tx: Transaction, name: string, seq: number) =>
      insertMessage(tx, {
        ...{
          id: `msg_${name}${seq}`,
          sessionId: `ses_${name}`,
          workspaceId: 'ws_a',
          userId: 'usr_a',
          agentId: 'agt_a',
        },
        ...{ runId: `run_${name}`, seq, role: 'user', content: 'Some words', status: 'complete', now: 1 },
      });
    async function begin(name: string): Promise<void> {
      await database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, status, created_at, updated_at)
           VALUES ($1, 'ws_a', 'usr_a', 'agt_a', 'agt_a', $1, 'active', 1, 1)`,
          [`ses_${name}`],
        );
        await tx.run(
          `INSERT INTO runs (id, workspace_id, user_id, session_id, agent_id, kind, status, turn, input, claim, node, created_at)
           VALUES ($1, 'ws_a', 'usr_a', $2, 'agt_a', 'chat', 'running', 1, 'Hello', 'claim', 'node_a', 1)`,
          [`run_${name}`, `ses_${name}`],
        );
        await tx.run("INSERT INTO run_events (run_id, last_seq, events, created_at) VALUES ($1, 1, '[]', 1)", [
          `run_${name}`,
        ]);
        await say(tx, name, 1);
      });
    }
    const soon = () => new Promise((resolve) => setTimeout(resolve, 100));

    it('runs, their events, messages and their words', async () => {
      await begin('b');
      await begin('c');
      const whole = { messages: 1, runs: 1, events: 1, words: engine === 'postgres' ? 1 : 0 };
      expect(await left('b')).toEqual(whole);
      await database.transaction((tx) => remove(tx, 'b'));
      expect([await left('b'), await left('c')]).toEqual([nothing, whole]);
    });

    it('also what is written while it goes', async () => {
      await begin('d');
      const flushed = Promise.withResolvers<unknown>();
      await database.transaction(async (tx) => {
        await remove(tx, 'd');
        const flushing = createRunStore(database, {} as never).flushEvents(
          { runId: 'run_d', claim: 'claim' },
          [{ seq: 2, type: 'delta' } as never],
          1,
        );
        flushing.then(flushed.resolve, flushed.resolve);
        await soon();
      });
      expect(await flushed.promise).toBeInstanceOf(RunClaimLost);
      expect(await left('d')).toEqual(nothing);
    });

    it('also what was being written when it went', async () => {
      await begin('e');
      const removed = Promise.withResolvers<unknown>();
      await database.transaction(async (tx) => {
        await tx.run("UPDATE sessions SET last_seq = 2 WHERE id = 'ses_e'");
        await say(tx, 'e', 2);
        await tx.run("UPDATE runs SET steps = 1 WHERE id = 'run_e'");
        await tx.run("INSERT INTO run_events (run_id, last_seq, events, created_at) VALUES ('run_e', 2, '[]', 1)");
        void database.transaction((other) => remove(other, 'e')).then(removed.resolve, removed.resolve);
        await soon();
      });
      expect(await removed.promise).toMatchObject({ changes: 1 });
      expect(await left('e')).toEqual(nothing);
    });
  });
});
