import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { dayMs } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { CostBreakdown, Costs, Grouping } from './costs.schema.ts';
import { chargeTo } from './index.ts';

const days = 31;
const numRuns = Number(process.env.PROPERTY_RUNS ?? 4);

/** Exact where a double tells nano-dollars apart. */
const nano = (costUsd: number): bigint => BigInt(costUsd.toFixed(9).replace('.', ''));
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

const tokens = fc.integer({ min: 0, max: 2_000_000 });
const call = fc.record({
  daysAgo: fc.integer({ min: 0, max: days - 1 }),
  user: fc.nat({ max: 3 }),
  agent: fc.nat({ max: 2 }),
  model: fc.constantFrom('openai/gpt-6-luna', 'anthropic/claude-sonnet-5-5', 'openai-compatible/some/model'),
  usage: fc.record({ promptTokens: tokens, cachedTokens: tokens, completionTokens: tokens, estimated: fc.boolean() }),
  // Up to seventy thousand dollars: the sums of a month are larger than 2^53 divided by a thousand.
  costNano: fc.oneof(fc.nat({ max: 5 }), fc.integer({ min: 0, max: 2 ** 46 })),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(engines)('a month of traffic on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 4, 31, 18));
  let place: Place;
  let gateway: TestGateway;
  let people: QuickPerson[];

  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { clock, place });
    people = await Promise.all(Array.from({ length: 4 }, (_, n) => quickPerson(gateway, `p${n}`, clock)));
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
  });

  const owner = () => people[0] as QuickPerson;
  const write = (workspaceId: string, agents: string[], { daysAgo, user, agent, model, usage, costNano }: Call) =>
    gateway.gateway.database.transaction((tx) => {
      const [provider = '', ...name] = model.split('/');
      const price = provider === 'openai-compatible' ? null : '{}';
      const charge = { provider, model: name.join('/'), usage, costNano: price ? costNano : 0, price };
      const by = { workspaceId, userId: people[user]?.id ?? '', agentId: agents[agent] ?? '' };
      return chargeTo(tx, by, {
        runId: null,
        charges: [charge],
        runs: 1,
        messages: 2,
        now: clock.now() - daysAgo * dayMs,
      });
    });

  async function ledger(key: string, where = 'true', params: string[] = []): Promise<Map<string, bigint>> {
    const rows = await gateway.gateway.database.all<{ key: string; cost: string }>(
      `SELECT ${key} AS key, CAST(sum(cost_nano) AS TEXT) AS cost FROM usage_records WHERE ${where} GROUP BY 1`,
      params,
    );
    return new Map(rows.map(({ key, cost }) => [key, BigInt(cost)]));
  }
  const total = (costs: Map<string, bigint>) => sum([...costs.values()]);
  const dayOfRecord = {
    sqlite: "strftime('%Y-%m-%d', created_at / 1000, 'unixepoch')",
    postgres: "to_char(to_timestamp(created_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
  };
  const keys: Record<Exclude<Grouping, 'key'>, string> = {
    day: dayOfRecord[engine],
    agent: 'agent_id',
    model: "provider || '/' || model",
    user: 'user_id',
  };
  const totalsIn = (metrics: string) =>
    metrics
      .split('\n')
      .filter((line) => /^gateway_(sessions|messages|runs|model_requests|tokens|billing_usd)_total/.test(line));
  async function metrics(): Promise<string[]> {
    clock.advance(6_000);
    return totalsIn((await gateway.call('GET', '/metrics')).text);
  }

  it('costs the same to the nano-dollar wherever one looks', async () => {
    let messages = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 60 }), async (calls) => {
        const asOwner = actingAs(gateway, owner());
        const workspaceId = (await asOwner<{ id: string }>('POST', '/workspaces', { name: 'Month' })).body.id;
        const agents = Array.from({ length: 3 }, () => newId('agt', Date.now()));
        for (const one of calls) await write(workspaceId, agents, one);
        messages += 2 * calls.length;
        const act = actingAs(gateway, owner(), workspaceId);
        const ofWorkspace = (key: string) => ledger(key, 'workspace_id = $1', [workspaceId]);
        const expected = total(await ofWorkspace("'all'"));

        const costs = (await act<Costs>('GET', `/costs?days=${days}`)).body;
        expect(nano(costs.totalUsd)).toBe(expected);
        for (const rows of [costs.byModel, costs.byAgent])
          expect(sum(rows.map(({ costUsd }) => nano(costUsd)))).toBe(expected);
        for (const groupBy of ['day', 'agent', 'model', 'user'] as const) {
          const query = `from=2026-05-01&to=2026-05-31&groupBy=${groupBy}`;
          const { data } = (await act<CostBreakdown>('GET', `/costs/breakdown?${query}`)).body;
          const found = new Map(data.map(({ key, costUsd }) => [key, nano(costUsd)]));
          expect([...found].sort(), groupBy).toEqual([...(await ofWorkspace(keys[groupBy]))].sort());
        }
        type Statistics = { costUsd: number; daily: { costUsd: number }[] };
        const stats = (await act<Statistics>('GET', `/workspaces/${workspaceId}/stats?days=${days}`)).body;
        expect([nano(stats.costUsd), sum(stats.daily.map(({ costUsd }) => nano(costUsd)))]).toEqual([
          expected,
          expected,
        ]);
      }),
      { numRuns },
    );

    const byUser = await ledger('user_id');
    for (const { id } of people) {
      const headers = { 'x-api-key': apiKey };
      type Usage = { costUsd: number; byModel: { costUsd: number }[] };
      const { body } = await gateway.call<Usage>('GET', `/admin/usage/${id}`, { headers });
      const expected = byUser.get(id) ?? 0n;
      expect([nano(body.costUsd), sum(body.byModel.map(({ costUsd }) => nano(costUsd)))]).toEqual([expected, expected]);
    }
    const read = await metrics();
    const billed = read.find((line) => line.startsWith('gateway_billing_usd_total '))?.split(' ')[1];
    expect(nano(Number(billed))).toBe(total(byUser));
    expect(read).toContain(`gateway_messages_total ${messages}`);
    expect(read).toContain(`gateway_runs_total ${messages / 2}`);
  });

  it('counts the same after a restart, on another node, and when its days have been added up', async () => {
    const before = await metrics();
    expect(before).toHaveLength(8);
    if (engine === 'postgres') {
      const other = await startGateway(engine, { clock, place });
      expect(totalsIn((await other.call('GET', '/metrics')).text)).toEqual(before);
      await other.stop();
    }
    await gateway.stop();
    // Past midnight, so that the schedule finds days to add up.
    clock.advance(dayMs);
    gateway = await startGateway(engine, { clock, place });
    await expect
      .poll(() => gateway.gateway.database.get('SELECT through FROM usage_overall'), { timeout: 40_000 })
      .toEqual({ through: '2026-05-31' });
    expect(await metrics()).toEqual(before);
  });
});
