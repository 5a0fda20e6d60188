import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { apiKey } from '../../../test/harness/gateway.ts';
import { actingAs, ownPassword, quickPerson } from '../../../test/harness/people.ts';
import { newTalker, newTeam, say, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { TokenUsage } from '../../platform/models/model.ts';
import type { CostBreakdown, Costs } from './costs.schema.ts';
import { chargeTo } from './index.ts';

const settings = { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "cachedInput": 0.1, "output": 10}}' };
const price = { prompt: 1_000, cached: 100, completion: 10_000 };

describe.each(engines)('costs on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 2, 10, 12));
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, { clock, settings });
  });
  afterAll(() => talking.stop());

  const newSpender = () => newTalker(talking.gateway, { clock });
  const costsOf = async ({ act }: Pick<Talker, 'act'>, query = '') => (await act<Costs>('GET', `/costs${query}`)).body;
  const breakdown = async ({ act }: Pick<Talker, 'act'>, query: string) => {
    const { status, body, text } = await act<CostBreakdown>('GET', `/costs/breakdown?${query}`);
    expect(status, text).toBe(200);
    return body;
  };
  /** A model call of some days ago, as the engine writes it down. */
  const charge = (
    owner: { workspaceId: string; userId: string; agentId: string },
    daysAgo: number,
    costNano: number,
    { model = 'fake', priced = true, ...usage }: Partial<TokenUsage> & { model?: string; priced?: boolean } = {},
  ) =>
    talking.database.transaction((tx) =>
      chargeTo(tx, owner, {
        runId: null,
        charges: [
          {
            provider: 'openai-compatible',
            model,
            usage: { promptTokens: 10, cachedTokens: 2, completionTokens: 3, estimated: false, ...usage },
            costNano,
            price: priced ? JSON.stringify(price) : null,
          },
        ],
        runs: 1,
        now: clock.now() - daysAgo * dayMs,
      }),
    );

  it('of a turn are in the ledger with the price and where it is from, each token in one kind', async () => {
    const spender = await newSpender();
    talking.model.script(
      { text: 'Hello', usage: { promptTokens: 1_000, cachedTokens: 400, completionTokens: 7 } },
      { text: 'Hello again', usage: null },
    );
    const answer = await say(spender, 'Hello');
    await say(spender, 'Hello?');
    const { database } = talking;
    const records = await database.all<Record<string, unknown>>(
      `SELECT prompt_tokens, cached_tokens, completion_tokens, estimated, cost_nano, price, price_version, run_id
       FROM usage_records WHERE user_id = $1 ORDER BY created_at, id`,
      [spender.id],
    );
    const first = records.find(({ run_id }) => run_id === answer.runId);
    expect(first).toEqual({
      prompt_tokens: 600,
      cached_tokens: 400,
      completion_tokens: 7,
      estimated: 0,
      cost_nano: 600 * 1_000 + 400 * 100 + 7 * 10_000,
      price: JSON.stringify(price),
      price_version: 'settings',
      run_id: answer.runId,
    });
    expect(records.filter(({ estimated }) => estimated === 1)).toHaveLength(1);
    const costs = await costsOf(spender);
    expect(costs).toMatchObject({ currency: 'USD', days: 30, from: '2026-02-09', to: '2026-03-10', requests: 2 });
    expect(costs.tokens).toMatchObject({ cached: 400, total: costs.tokens.prompt + 400 + costs.tokens.completion });
    expect(costs).toMatchObject({
      priced: true,
      byModel: [{ key: 'openai-compatible/fake', provider: 'openai-compatible', model: 'fake', estimatedRequests: 1 }],
      byAgent: [{ key: spender.agentId, agentId: spender.agentId, name: 'Ada', requests: 2, costUsd: costs.totalUsd }],
      budget: null,
    });
  });

  it('of a catalogue model carry the catalogue’s version, and of an unknown one say that they are not priced', async () => {
    const spender = await newSpender();
    const { workspaceId, id: userId, agentId } = spender;
    await charge({ workspaceId, userId, agentId }, 0, 100);
    await charge({ workspaceId, userId, agentId }, 0, 0, { model: 'unknown', priced: false });
    const versions = await talking.database.all<{ price_version: string | null }>(
      'SELECT price_version FROM usage_records WHERE user_id = $1 ORDER BY cost_nano DESC',
      [userId],
    );
    expect(versions).toEqual([
      { price_version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
      { price_version: null },
    ]);
    const { byModel, priced } = await costsOf(spender);
    expect(byModel.map((row) => [row.model, row.priced])).toEqual([
      ['fake', true],
      ['unknown', false],
    ]);
    expect(priced).toBe(false);
    expect((await breakdown(spender, 'groupBy=user')).data).toMatchObject([{ key: userId, priced: false }]);
  });

  it('are there by day, agent, model and user for any range, both ends included', async () => {
    const owner = await newSpender();
    const bob = await quickPerson(talking.gateway, 'bob', clock);
    const team = await newTeam(owner, { member: bob });
    const act = actingAs(talking.gateway, owner, team);
    const { body: agent } = await act<{ id: string }>('POST', '/agents', { name: 'Shared' });
    const by = (userId: string, agentId = agent.id) => ({ workspaceId: team, userId, agentId });
    await charge(by(owner.id), 0, 1);
    await charge(by(owner.id), 1, 2);
    await charge(by(bob.id), 1, 4, { model: 'other' });
    await charge(by(bob.id, owner.agentId), 40, 8);
    await charge(by(owner.id), 69, 16);
    const costs = async (query: string) =>
      (await breakdown({ act }, query)).data.map(({ key, costUsd }) => [key, Math.round(costUsd * 1e9)]);
    const all = 'from=2025-12-31&to=2026-03-10';
    const byDay = [
      ['2025-12-31', 16],
      ['2026-01-29', 8],
      ['2026-03-09', 6],
      ['2026-03-10', 1],
    ];
    expect(await costs(`${all}&groupBy=day`)).toEqual(byDay);
    expect(await costs(`${all}&groupBy=agent`)).toEqual([
      [agent.id, 23],
      [owner.agentId, 8],
    ]);
    expect(await costs(`${all}&groupBy=model`)).toEqual([
      ['openai-compatible/fake', 27],
      ['openai-compatible/other', 4],
    ]);
    expect(await costs(`${all}&groupBy=user`)).toEqual([
      [owner.id, 19],
      [bob.id, 12],
    ]);
    expect(await costs('groupBy=day')).toEqual(byDay.slice(2));
    expect(await costs('from=2026-03-09&to=2026-03-09&groupBy=user')).toEqual([
      [bob.id, 4],
      [owner.id, 2],
    ]);
    expect(await costs('from=2026-01-01&to=2026-01-29T23:59:59Z&groupBy=user')).toEqual([[bob.id, 8]]);
    expect(await costs('from=2026-01-30&to=2026-03-08&groupBy=user')).toEqual([]);
    expect(await costs('from=2026-03-10T23:30:00-02:00&to=2026-03-11&groupBy=day')).toEqual([]);
    const { data } = await breakdown({ act }, `${all}&groupBy=user`);
    expect(data.map(({ name }) => name)).toEqual([owner.email, bob.email]);
    const agents = (await breakdown({ act }, `${all}&groupBy=agent`)).data;
    // The other agent is none of this workspace's.
    expect(agents.map(({ name }) => name)).toEqual(['Shared', null]);
  });

  it('by user are for owners and admins; a member sees their own', async () => {
    const owner = await newSpender();
    const bob = await quickPerson(talking.gateway, 'bob', clock);
    const team = await newTeam(owner, { member: bob });
    for (const [index, userId] of [owner.id, bob.id].entries())
      await charge({ workspaceId: team, userId, agentId: 'agt_x' }, 2, 10 + index);
    const keys = async (person: Parameters<typeof actingAs>[1]) =>
      (await breakdown({ act: actingAs(talking.gateway, person, team) }, 'groupBy=user')).data.map(({ key }) => key);
    expect(await keys(owner)).toEqual([bob.id, owner.id]);
    expect(await keys(bob)).toEqual([bob.id]);
    expect((await breakdown({ act: actingAs(talking.gateway, bob, team) }, 'groupBy=day')).data).toMatchObject([
      { key: '2026-03-08', requests: 2 },
    ]);
  });

  it('refuse a range that is none', async () => {
    const { act } = await newSpender();
    for (const query of [
      'from=2026-02-30',
      'from=yesterday',
      'to=2026-13-01',
      'from=2026-03-02&to=2026-03-01',
      'from=2010-01-01&to=2026-01-01',
      'groupBy=tenant',
      `from=${'2'.repeat(50)}`,
    ])
      expect(await act('GET', `/costs/breakdown?${query}`), query).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    expect((await act<Costs>('GET', '/costs?days=366')).body.days).toBe(365);
    for (const days of ['0', '-1', 'many']) expect((await act('GET', `/costs?days=${days}`)).status).toBe(400);
  });

  it('stay when someone is erased, without a name', async () => {
    const owner = await newSpender();
    const bob = await quickPerson(talking.gateway, 'bob', clock);
    const team = await newTeam(owner, { member: bob });
    const act = actingAs(talking.gateway, owner, team);
    for (const daysAgo of [0, 3]) await charge({ workspaceId: team, userId: bob.id, agentId: 'agt_x' }, daysAgo, 5);
    await charge({ workspaceId: bob.workspaceId, userId: bob.id, agentId: 'agt_x' }, 0, 7);
    expect((await breakdown({ act }, 'groupBy=user')).data).toMatchObject([{ key: bob.id, costUsd: 10 / 1e9 }]);
    const billed = async () => {
      clock.advance(10_000);
      const { text } = await talking.gateway.call('GET', '/metrics');
      return Number(/^gateway_billing_usd_total (\S+)$/m.exec(text)?.[1]);
    };
    const before = await billed();
    expect((await actingAs(talking.gateway, bob)('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    const { data } = await breakdown({ act }, 'groupBy=user');
    expect(data).toMatchObject([{ key: expect.stringMatching(/^erased_/), name: null, costUsd: 10 / 1e9 }]);
    for (const table of ['usage_records', 'usage_days', 'usage_running', 'usage_people', 'tool_usage_daily'])
      expect(await talking.database.all(`SELECT * FROM ${table} WHERE user_id = $1`, [bob.id]), table).toEqual([]);
    // His own workspace is gone; what it cost the operator is not.
    expect(await billed()).toBe(before);
    expect(
      (await talking.gateway.call('GET', `/admin/usage/${bob.id}`, { headers: { 'x-api-key': apiKey } })).status,
    ).toBe(404);
  });
});
