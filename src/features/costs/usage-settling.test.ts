import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway } from '../../../test/harness/gateway.ts';
import { type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { patienceMs } from '../../../test/harness/talking.ts';
import type { Caller } from '../../http/authentication.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { Database, Engine } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { workspaceRows } from '../workspaces/index.ts';
import { createCosts } from './create-costs.ts';
import { chargeTo, countMessages, countRun, countSession, usageErasure } from './index.ts';
import { settleUsage } from './usage-additions.store.ts';
import { createUsageSettling } from './usage-settling.ts';

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const fake = { provider: 'openai-compatible', model: 'fake' };
const usage = { promptTokens: 10, cachedTokens: 2, completionTokens: 3, estimated: true };

describe.each(engines)('usage that is not added up by day yet, on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 4, 20, 12));
  let place: Place;
  let opened: Database[];
  let database: Database;
  let ada: QuickPerson;
  let bob: QuickPerson;

  const open = (): Database => {
    const { DATABASE_URL, DATA_DIR = '' } = place.settings;
    const settings = { databaseUrl: DATABASE_URL, dataDirectory: DATA_DIR, poolSize: 4 };
    const one = openDatabase(settings, () => undefined);
    opened.push(one);
    return one;
  };
  const closeAll = async () => void (await Promise.all(opened.splice(0).map((one) => one.close())));
  const newPerson = (name: string) => quickPerson({ gateway: { database } as never }, name, clock);

  /** No gateway runs on it, so that nothing is added up but by the tests. */
  beforeEach(async () => {
    opened = [];
    place = await newPlace(engine);
    database = open();
    [ada, bob] = [await newPerson('ada'), await newPerson('bob')];
  });
  afterEach(async () => {
    await closeAll();
    await place.remove();
  });

  const costs = () => {
    const limits = { workspaceNano: 1_000_000, workspaceMaximumNano: null, personNano: 1_000_000 };
    return createCosts({ database, clock, log: noLog, limits });
  };
  const charge = ({ id, workspaceId }: QuickPerson, costNano: number, daysAgo = 0, on = database) =>
    on.transaction((tx) =>
      chargeTo(
        tx,
        { workspaceId, userId: id, agentId: 'agt_1' },
        {
          runId: null,
          charges: [{ ...fake, usage, costNano, price: '{}' }],
          runs: 1,
          messages: 2,
          now: clock.now() - daysAgo * dayMs,
        },
      ),
    );
  const rowsOf = (table: string) => database.all<{ user_id: string; cost_nano: number }>(`SELECT * FROM ${table}`);
  const sumOf = async (table: string) =>
    Number((await database.get<{ n: number }>(`SELECT COALESCE(sum(cost_nano), 0) AS n FROM ${table}`))?.n);

  /** All that is read from these tables. */
  async function everythingRead({ id, workspaceId }: QuickPerson) {
    const { service, ofUser, statistics, overall, budgets } = costs();
    const caller = { workspaceId, userId: id, role: 'owner' } as Caller;
    const groups = ['day', 'agent', 'model', 'user'] as const;
    return {
      summary: await service.summary(caller, 30),
      breakdowns: await Promise.all(groups.map((groupBy) => service.breakdown(caller, { groupBy }))),
      ofUser: (await ofUser(id)).map(({ cost, ...rest }) => ({ ...rest, cost: String(cost) })),
      statistics: await statistics.read(workspaceId, 30),
      overall: await overall.read(),
      budget: await budgets.standing(workspaceId),
      personBudget: await budgets.standingOfPerson(id),
    };
  }

  it('is in every figure at once, and every figure is the same when it has been added up', async () => {
    const owner = { workspaceId: ada.workspaceId, userId: ada.id, agentId: 'agt_1' };
    const write = async () => {
      await database.transaction(async (tx) => {
        await countSession(tx, owner, clock.now());
        await countRun(tx, owner, fake, clock.now(), 3);
        await countMessages(tx, owner, 4, clock.now());
      });
      for (const daysAgo of [0, 0, 1, 5]) await charge(ada, 100, daysAgo);
    };
    await write();
    const before = await everythingRead(ada);
    expect(await rowsOf('usage_daily')).toEqual([]);
    expect(before).toMatchObject({
      summary: { requests: 4, tokens: { prompt: 40, cached: 8, completion: 12 }, totalUsd: 400 / 1e9 },
      breakdowns: [
        { data: [{ key: '2026-05-15' }, { key: '2026-05-19' }, { key: '2026-05-20', costUsd: 200 / 1e9 }] },
        { data: [{ key: 'agt_1', requests: 4 }] },
        { data: [{ key: 'openai-compatible/fake', estimatedRequests: 4 }] },
        { data: [{ key: ada.id, costUsd: 400 / 1e9 }] },
      ],
      ofUser: [{ requests: 4, cost: '400' }],
      statistics: { activeUsers: 1 },
      overall: { sessions: '1', messages: '15', runs: '5', requests: '4', cost_nano: '400' },
      budget: { spentUsd: 400 / 1e9 },
      personBudget: { spentUsd: 400 / 1e9 },
    });

    expect(await settleUsage(database)).toBe(7);
    expect(await rowsOf('usage_additions')).toEqual([]);
    // One row without a model, and one for each of three days.
    expect(await rowsOf('usage_daily')).toHaveLength(4);
    expect(await everythingRead(ada)).toEqual(before);

    await write();
    const twice = await everythingRead(ada);
    expect(twice).toMatchObject({ overall: { sessions: '2', messages: '30', runs: '10', cost_nano: '800' } });
    expect(await settleUsage(database)).toBe(7);
    expect(await rowsOf('usage_daily')).toHaveLength(4);
    expect(await everythingRead(ada)).toEqual(twice);
    expect(await settleUsage(database)).toBe(0);
  });

  it('is in the totals of its day once, though these were made before it was added up', async () => {
    for (const daysAgo of [3, 2]) await charge(ada, 7, daysAgo);
    await settleUsage(database);
    for (const daysAgo of [3, 2]) await charge(ada, 7, daysAgo);
    const { totals, overall } = costs();
    await totals.foldAll();
    await overall.fold();
    expect(await sumOf('usage_totals')).toBe(28);
    const before = await everythingRead(ada);
    expect(before).toMatchObject({ summary: { totalUsd: 28 / 1e9 }, overall: { cost_nano: '28' } });
    await settleUsage(database);
    expect(await everythingRead(ada)).toEqual(before);
  });

  it('is counted once by several that add it up while turns write', async () => {
    // On SQLite one process has the file.
    const others = engine === 'postgres' ? [open(), open()] : [database, database];
    let isWriting = true;
    const settlers = others.map(async (one) => {
      let taken = 0;
      while (isWriting) {
        taken += await settleUsage(one);
        await new Promise(setImmediate);
      }
      return taken;
    });
    await Promise.all(
      [ada, bob].flatMap((person) =>
        others.map(async (one) => {
          for (let n = 0; n < 60; n += 1) await charge(person, 1, n % 3, one);
        }),
      ),
    );
    isWriting = false;
    const taken = (await Promise.all(settlers)).reduce((sum, n) => sum + n, 0);
    expect(taken + (await rowsOf('usage_additions')).length).toBe(240);
    expect(await sumOf('usage_days')).toBe(240);
    await settleUsage(database);
    expect([await sumOf('usage_daily'), (await rowsOf('usage_daily')).length]).toEqual([240, 6]);
  });

  it('of a workspace that is erased stays in the sum of the gateway and nowhere else', async () => {
    await charge(ada, 5);
    await settleUsage(database);
    await charge(ada, 6);
    await charge(bob, 7);
    const { overall } = costs();
    expect(await overall.read()).toMatchObject({ cost_nano: '18' });
    await database.transaction(async (tx) => {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [ada.workspaceId]);
      await usageErasure.retireWorkspace(tx, ada.workspaceId);
      await workspaceRows.delete(tx, ada.workspaceId);
    });
    expect(await rowsOf('usage_days')).toMatchObject([{ user_id: bob.id, cost_nano: 7 }]);
    expect(await overall.read()).toMatchObject({ cost_nano: '18' });
    await settleUsage(database);
    expect(await overall.read()).toMatchObject({ cost_nano: '18' });
  });

  it('of a workspace that is gone is dropped, and the rest is added up', async () => {
    await charge(ada, 5);
    await charge(bob, 7);
    await database.transaction((tx) => workspaceRows.delete(tx, ada.workspaceId));
    expect(await settleUsage(database)).toBe(2);
    expect(await rowsOf('usage_additions')).toEqual([]);
    expect(await rowsOf('usage_daily')).toMatchObject([{ user_id: bob.id, cost_nano: 7 }]);
  });

  it('does not name a person who was erased, before or after it is added up', async () => {
    await charge(ada, 5);
    await settleUsage(database);
    await charge(ada, 6);
    await charge({ ...ada, workspaceId: bob.workspaceId }, 7);
    await charge(bob, 8);
    await database.transaction((tx) => usageErasure.erasePerson(tx, ada.id));
    const named = async () => (await rowsOf('usage_days')).filter(({ user_id }) => user_id === ada.id);
    expect([await named(), await sumOf('usage_days')]).toEqual([[], 26]);
    expect(await settleUsage(database)).toBe(3);
    expect([await named(), await sumOf('usage_days')]).toEqual([[], 26]);
    const names = new Set((await rowsOf('usage_daily')).map(({ user_id }) => user_id));
    expect([...names].sort()).toEqual([expect.stringMatching(/^erased_/), bob.id]);
  });

  it('left by a killed process is added up at the next start, and at a stop what turns wrote last', async () => {
    await charge(ada, 5);
    await closeAll();
    const gateway = await startGateway(engine, { place, clock });
    database = gateway.gateway.database;
    await expect.poll(() => rowsOf('usage_additions'), { timeout: patienceMs }).toEqual([]);
    expect(await rowsOf('usage_daily')).toMatchObject([{ user_id: ada.id, cost_nano: 5 }]);
    await charge(ada, 6);
    const { stop } = gateway.gateway;
    await stop();
    database = open();
    expect(await rowsOf('usage_additions')).toEqual([]);
    expect(await sumOf('usage_daily')).toBe(11);
  });

  it('is added up later where that failed, and the failure is in the log', async () => {
    await charge(ada, 5);
    const warnings: string[] = [];
    let isBroken = true;
    const fails = async (): Promise<never> => {
      throw new Error('broken');
    };
    const unreliable: Database = {
      ...database,
      run: (sql, params) => (isBroken ? fails() : database.run(sql, params)),
      transaction: (work) => (isBroken ? fails() : database.transaction(work)),
    };
    const log = { ...noLog, warn: (_: object, message: string) => void warnings.push(message) };
    const settling = createUsageSettling({ database: unreliable, clock, log });
    settling.start();
    await expect.poll(() => warnings, { timeout: patienceMs }).toHaveLength(1);
    expect(await sumOf('usage_days')).toBe(5);
    isBroken = false;
    await expect.poll(() => sumOf('usage_daily'), { timeout: patienceMs }).toBe(5);
    await settling.stop();
    await settling.stop();
  });

  it('is added up to the last row after a long pause', async () => {
    const rows = { sqlite: 1_200, postgres: 50_500 }[engine];
    await database.run(
      `INSERT INTO usage_additions (workspace_id, day, user_id, agent_id, provider, model, cost_nano)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
       SELECT $1, '2026-05-20', $2, 'agt_1', '', '', 1 FROM numbers`,
      [ada.workspaceId, ada.id],
    );
    expect(await settleUsage(database)).toBe(rows);
    expect([await sumOf('usage_daily'), await sumOf('usage_additions')]).toEqual([rows, 0]);
  });

  const plans: Record<Engine, (tx: Pick<Database, 'all'>, sql: string, params: string[]) => Promise<string>> = {
    sqlite: async (tx, sql, params) =>
      (await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)).map(({ detail }) => detail).join('\n'),
    postgres: async (tx, sql, params) =>
      (await tx.all<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params)).map((row) => row['QUERY PLAN']).join('\n'),
  };

  it('leaves the days to be found by their indexes', async () => {
    const queries: [string, string[], RegExp][] = [
      ['workspace_id = $1', ['ws_1'], /usage_daily_pkey|autoindex_usage_daily_1/],
      ['user_id = $1 AND day >= $2', ['usr_1', '2026-05-01'], /usage_daily_by_user/],
      ['day > (SELECT through FROM usage_overall WHERE id = 1)', [], /usage_daily_by_day/],
    ];
    await database.transaction(async (tx) => {
      // Otherwise PostgreSQL reads small tables as they are.
      if (engine === 'postgres') await tx.script('SET LOCAL enable_seqscan = off');
      for (const [where, params, index] of queries)
        expect(await plans[engine](tx, `SELECT sum(cost_nano) FROM usage_days WHERE ${where}`, params)).toMatch(index);
    });
  });
});

describe('on PostgreSQL', () => {
  const clock = createFakeClock(Date.UTC(2026, 4, 20, 12));

  it('a workspace that someone holds is added up later, and one that is being erased keeps nobody waiting', async () => {
    const place = await newPlace('postgres');
    const settings = { databaseUrl: place.settings.DATABASE_URL, dataDirectory: '', poolSize: 4 };
    const [one, other] = [openDatabase(settings, () => undefined), openDatabase(settings, () => undefined)];
    const people = [
      await quickPerson({ gateway: { database: one } as never }, 'ada', clock),
      await quickPerson({ gateway: { database: one } as never }, 'bob', clock),
    ] as const;
    const count = () =>
      one.transaction(async (tx) => {
        for (const { workspaceId, id } of people)
          await countSession(tx, { workspaceId, userId: id, agentId: 'agt_1' }, clock.now());
      });
    const erased = async (table: string) =>
      Number(
        (
          await one.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE workspace_id = $1`, [
            people[0].workspaceId,
          ])
        )?.n,
      );
    await count();
    await one.transaction(async (tx) => {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [people[0].workspaceId]);
      expect(await settleUsage(other)).toBe(1);
      await count();
      expect(await settleUsage(other)).toBe(1);
      await usageErasure.retireWorkspace(tx, people[0].workspaceId);
      expect(await settleUsage(other)).toBe(0);
      await workspaceRows.delete(tx, people[0].workspaceId);
    });
    expect([await erased('usage_daily'), await erased('usage_additions')]).toEqual([0, 0]);
    expect(await one.all('SELECT sessions FROM usage_days')).toEqual([{ sessions: 2 }]);
    await Promise.all([one.close(), other.close()]);
    await place.remove();
  });

  it('an erasure and the adding up that meet leave no name and lose nothing', async () => {
    const place = await newPlace('postgres');
    const settings = { databaseUrl: place.settings.DATABASE_URL, dataDirectory: '', poolSize: 8 };
    const [one, other] = [openDatabase(settings, () => undefined), openDatabase(settings, () => undefined)];
    const ada = await quickPerson({ gateway: { database: one } as never }, 'ada', clock);
    for (let round = 0; round < 30; round += 1) {
      const userId = `usr_${round}`;
      const owner = { workspaceId: ada.workspaceId, userId, agentId: 'agt_1' };
      for (let n = 0; n < 3; n += 1) await one.transaction((tx) => countSession(tx, owner, clock.now()));
      await Promise.all([
        settleUsage(other),
        settleUsage(one),
        one.transaction((tx) => usageErasure.erasePerson(tx, userId)),
      ]);
    }
    await settleUsage(one);
    expect(await one.all("SELECT user_id FROM usage_days WHERE user_id LIKE 'usr%'")).toEqual([]);
    expect(await one.get('SELECT CAST(sum(sessions) AS BIGINT) AS n FROM usage_days')).toEqual({ n: 90 });
    await Promise.all([one.close(), other.close()]);
    await place.remove();
  });
});
