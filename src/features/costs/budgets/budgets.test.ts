import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openEventStream } from '../../../../test/harness/event-stream-client.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import type { Answer } from '../../../../test/harness/gateway.ts';
import { clearOfMidnight } from '../../../../test/harness/midnight.ts';
import { actingAs } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  patienceMs,
  type SessionDetails,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { Database, SqlValue } from '../../../platform/db/database.ts';
import type { Costs } from '../costs.schema.ts';
import { chargeOf, chargeTo } from '../index.ts';
import { createBudgets } from './budgets.ts';

/** A dollar per million tokens in, ten out: 1,000 and 10,000 nano-dollars a token. */
const settings = { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}' };
const noLimits = { workspaceNano: null, workspaceMaximumNano: null, personNano: null };
const answerTokens = 100;
const noUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, estimated: false };
const nano = (costUsd: number) => Math.round(costUsd * 1e9);

describe.each(engines)('a monthly budget on %s', (engine) => {
  let talking: Talking;

  beforeAll(async () => {
    await clearOfMidnight(60_000);
    // Two gateways, where one database can have them.
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1, settings });
  });
  afterAll(() => talking.stop());

  const newSpender = (agent: object = {}) =>
    newTalker(talking.gateway, { agent: { maxTokens: answerTokens, ...agent } });
  const setBudget = async ({ act, workspaceId }: Talker, monthlyBudgetUsd: number | null) => {
    const { status, text } = await act('PUT', `/workspaces/${workspaceId}/settings`, { monthlyBudgetUsd });
    expect(status, text).toBe(200);
  };
  const costsOf = async ({ act }: Talker) => (await act<Costs>('GET', '/costs')).body;
  const budgetOf = async (talker: Talker) => (await costsOf(talker)).budget;

  let conversations = 0;
  /** In a conversation of its own, at whichever gateway is next. */
  function chat(talker: Talker, message = 'Hello', more: object = {}): Promise<Answer<Chat & { code: string }>> {
    const gateway = talking.gateways[conversations % talking.gateways.length] ?? talking.gateway;
    conversations += 1;
    const body = { agentId: talker.agentId, message, surface: `s${conversations}`, ...more };
    return actingAs(gateway, talker)('POST', '/agent/chat', body);
  }

  /** Tells what a turn of this talker's reserves, from one that is under way. */
  async function reservationOf(talker: Talker): Promise<number> {
    await setBudget(talker, 1_000);
    const seen = Promise.withResolvers<void>();
    talking.model.reply(async () => {
      await seen.promise;
      return 'slow';
    });
    const answer = chat(talker);
    await expect.poll(async () => (await budgetOf(talker))?.reservedUsd, { timeout: patienceMs }).toBeGreaterThan(0);
    const reserved = nano((await budgetOf(talker))?.reservedUsd ?? 0);
    seen.resolve();
    await answer;
    return reserved;
  }

  /** From now on every answer costs exactly so much. */
  const answersCost = (costNano: number, more: object = {}) =>
    talking.model.reply(() => ({
      text: 'Hello',
      usage: { promptTokens: (costNano - answerTokens * 10_000) / 1_000, completionTokens: answerTokens },
      ...more,
    }));

  it('lets exactly as many of twenty turns at once through as there is money for', async () => {
    const spender = await newSpender();
    const each = await reservationOf(spender);
    const before = nano((await costsOf(spender)).totalUsd);
    answersCost(each);
    await setBudget(spender, (before + 5 * each) / 1e9);
    const answers = await Promise.all(Array.from({ length: 20 }, () => chat(spender)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(await budgetOf(spender)).toMatchObject({ spentUsd: (before + 5 * each) / 1e9, reservedUsd: 0 });
  });

  it('counts what ends while it is looked at once: as reserved or as spent', async () => {
    const spender = await newSpender();
    await setBudget(spender, 0.001);
    const { workspaceId, id } = spender;
    const { database } = talking;
    const purse = { workspaceId, ofWorkspace: true, payerId: null };
    const reservation = { id: `evt_${id}`, purse, nano: 600_000 };
    const call = { ...chargeOf({ provider: 'openai-compatible', model: 'fake' }, noUsage), costNano: 600_000 };
    /** After the first look: whatever is asked next sees it ended. */
    const end = () =>
      database.transaction(async (tx) => {
        await chargeTo(
          tx,
          { workspaceId, userId: id, agentId: '' },
          { runId: null, charges: [call], runs: 0, now: Date.now() },
        );
        await budgets.settle(tx, reservation, call.costNano);
      });
    let looks = 0;
    const endsBetween: Database = {
      ...database,
      async get<Row>(sql: string, params?: readonly SqlValue[]) {
        const row = await database.get<Row>(sql, params);
        looks += 1;
        if (looks === 1) await end();
        return row;
      },
    };
    const budgets = createBudgets({ database: endsBetween, clock: systemClock, limits: noLimits });
    const begin = () => database.transaction((tx) => budgets.reserve(tx, reservation));

    await begin();
    await expect(budgets.requireRoomFor(endsBetween, purse, 300_000)).resolves.toBeUndefined();
    await setBudget(spender, 0.002);
    await begin();
    looks = 0;
    expect(await budgets.standing(workspaceId)).toMatchObject({ spentUsd: 0.0006, reservedUsd: 0.0006 });
    expect(await budgets.standing(workspaceId)).toMatchObject({ spentUsd: 0.0012, reservedUsd: 0 });
  });

  it('says what the budget is, what is spent and when it begins anew, and stores nothing of what it refuses', async () => {
    const spender = await newSpender();
    answersCost(2_000_000);
    expect(await budgetOf(spender)).toBeNull();
    await chat(spender);
    await setBudget(spender, 0.0025);
    const refused = await chat(spender, 'Nobody hears this');
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'budget_exceeded', budgetUsd: 0.0025, spentUsd: 0.002, reservedUsd: 0 },
    });
    const month = new Date();
    const resetsAt = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)).toISOString();
    expect(refused.body).toMatchObject({ resetsAt });
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(await budgetOf(spender)).toEqual({
      monthlyUsd: 0.0025,
      spentUsd: 0.002,
      reservedUsd: 0,
      resetsAt,
      setBy: 'workspace',
    });
    expect((await spender.act<{ data: unknown[] }>('GET', '/jobs')).body.data).toHaveLength(1);
    expect((await spender.act<{ data: unknown[] }>('GET', '/sessions')).body.data).toHaveLength(1);
    const stream = await openEventStream(`${talking.gateway.url}/agent/chat/stream`, {
      token: spender.accessToken,
      body: { agentId: spender.agentId, message: 'Nor this' },
    });
    expect(stream).toMatchObject({ status: 429, refusal: expect.stringContaining('budget_exceeded') });
    await setBudget(spender, null);
    expect((await chat(spender)).status).toBe(200);
    expect(await budgetOf(spender)).toBeNull();
  });

  it('of nothing stops a workspace, whatever its models cost', async () => {
    const talker = await newTalker(talking.gateway, { agent: { provider: 'local' } });
    await setBudget(talker, 0);
    expect((await chat(talker)).status).toBe(429);
    await setBudget(talker, 0.000_000_001);
    expect((await chat(talker)).status).toBe(200);
  });

  it('ends a loop between two steps, and keeps what it produced', async () => {
    const spender = await newSpender({ tools: ['calculator'], maxSteps: 50 });
    let asked = 0;
    talking.model.reply(() => {
      asked += 1;
      return {
        text: `Step ${asked}.`,
        toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }],
        usage: { promptTokens: 1_000, completionTokens: answerTokens },
      };
    });
    // Two steps cost 0.004 dollars; what is left does not pay for the answer of a third.
    await setBudget(spender, 0.005);
    const { status, body } = await chat(spender, 'Go on and on');
    expect([status, body.code, asked]).toEqual([429, 'budget_exceeded', 2]);
    const { body: job } = await spender.act('GET', `/jobs/${body.runId}`);
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'budget_exceeded', status: 429, retryable: false },
      costUsd: 0.004,
      toolCallCount: 2,
    });
    const { body: session } = await spender.act<SessionDetails>('GET', `/sessions/${body.sessionId}`);
    expect(session.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(await budgetOf(spender)).toMatchObject({ spentUsd: 0.004, reservedUsd: 0 });
  });

  it('is that of the workspace that asks, also for an agent of another', async () => {
    const [owner, grantee] = [await newSpender(), await newSpender()];
    answersCost(3_000_000);
    await owner.act('POST', `/workspaces/${owner.workspaceId}/grants`, {
      agentId: owner.agentId,
      workspaceId: grantee.workspaceId,
    });
    await setBudget(owner, 0);
    await setBudget(grantee, 0.006);
    const borrowed = { ...grantee, agentId: owner.agentId };
    expect((await chat(borrowed)).status).toBe(200);
    expect(await budgetOf(grantee)).toMatchObject({ spentUsd: 0.003 });
    expect((await chat(borrowed)).status).toBe(200);
    expect((await chat(borrowed)).status).toBe(429);
    expect((await costsOf(owner)).totalUsd).toBe(0);
  });

  describe('gives back what it reserved', () => {
    const reserved = async (spender: Talker) => (await budgetOf(spender))?.reservedUsd ?? 0;
    const untilReserved = (spender: Talker) =>
      expect.poll(() => reserved(spender), { timeout: patienceMs }).toBeGreaterThan(0);
    const untilGivenBack = (spender: Talker) => expect.poll(() => reserved(spender), { timeout: patienceMs }).toBe(0);

    async function hanging(agent: object = {}): Promise<{ spender: Talker; answer: Promise<unknown>; runId: string }> {
      const spender = await newSpender(agent);
      await setBudget(spender, 1);
      talking.model.reply(() => ({ hang: true }));
      const answer = chat(spender).catch((error) => error);
      await untilReserved(spender);
      const { body } = await spender.act<{ data: { id: string }[] }>('GET', '/jobs');
      return { spender, answer, runId: body.data[0]?.id ?? '' };
    }

    it('for a model that fails', async () => {
      const spender = await newSpender();
      await setBudget(spender, 1);
      talking.model.reply(() => ({ status: 400 }));
      expect((await chat(spender)).status).toBe(502);
      expect(await budgetOf(spender)).toMatchObject({ spentUsd: 0, reservedUsd: 0 });
    });

    it('for a turn that is cancelled, and for one that waits behind it', async () => {
      const { spender, answer, runId } = await hanging();
      const one = await reserved(spender);
      const { body } = await spender.act<{ sessionId: string }>('GET', `/jobs/${runId}`);
      const second = chat(spender, 'And then?', { sessionId: body.sessionId, surface: undefined });
      await expect.poll(() => reserved(spender), { timeout: patienceMs }).toBeGreaterThan(one);
      const { body: jobs } = await spender.act<{ data: { id: string; status: string }[] }>(
        'GET',
        '/jobs?status=queued',
      );
      await spender.act('POST', `/jobs/${jobs.data[0]?.id}/cancel`);
      expect(await reserved(spender)).toBe(one);
      await spender.act('POST', `/jobs/${runId}/cancel`);
      await untilGivenBack(spender);
      await Promise.all([answer, second]);
    });

    it('for a turn whose node died', async () => {
      const { spender, answer, runId } = await hanging();
      // As if another node had had it, and had not been heard of since.
      await talking.database.run("UPDATE runs SET node = 'dead', claim = 'lost', lease_until = 1 WHERE id = $1", [
        runId,
      ]);
      await untilGivenBack(spender);
      expect((await spender.act('GET', `/jobs/${runId}`)).body).toMatchObject({ status: 'failed' });
      await answer;
    });

    it('for a turn that waits for a person', async () => {
      const spender = await newSpender({ tools: ['calculator'], approvals: ['calculator'] });
      await setBudget(spender, 1);
      talking.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] }, 'Forty-two.');
      const parked = await chat(spender);
      expect(parked.status).toBe(202);
      expect(await reserved(spender)).toBe(0);
      const approval = (parked.body as unknown as { approval: { requestId: string } }).approval.requestId;
      await spender.act('POST', `/approvals/${approval}/resolve`, { decision: 'approve' });
      await expect
        .poll(async () => (await spender.act('GET', `/jobs/${parked.body.runId}`)).body.status, { timeout: patienceMs })
        .toBe('completed');
      const { spentUsd, reservedUsd } = (await budgetOf(spender)) ?? {};
      expect([spentUsd, reservedUsd]).toEqual([(await costsOf(spender)).totalUsd, 0]);
    });
  });
});

describe.each(engines)('the months of a budget on %s', (engine) => {
  it('are those of UTC; what was spent before the budget was set counts', async () => {
    const clock = createFakeClock(Date.UTC(2026, 1, 28, 12));
    const { gateway, model, stop } = await startTalking(engine, { clock, settings });
    const spender = await newTalker(gateway, { clock, agent: { maxTokens: answerTokens } });
    const chat = async () =>
      (await spender.act('POST', '/agent/chat', { agentId: spender.agentId, message: 'Hello' })).status;
    const budget = async () => (await spender.act<Costs>('GET', '/costs')).body.budget;
    model.reply(() => ({ text: 'Hello', usage: { promptTokens: 2_000, completionTokens: answerTokens } }));
    expect(await chat()).toBe(200);
    // A day later those turns are in the totals, and still of this month.
    clock.set(Date.UTC(2026, 1, 28, 23, 59, 59));
    await spender.act('PUT', `/workspaces/${spender.workspaceId}/settings`, { monthlyBudgetUsd: 0.007 });
    expect(await budget()).toMatchObject({ spentUsd: 0.003, resetsAt: '2026-03-01T00:00:00.000Z' });
    expect(await chat()).toBe(200);
    expect(await chat()).toBe(429);
    clock.set(Date.UTC(2026, 2, 1));
    expect(await budget()).toMatchObject({ spentUsd: 0, resetsAt: '2026-04-01T00:00:00.000Z' });
    expect(await chat()).toBe(200);
    expect(await budget()).toMatchObject({ spentUsd: 0.003 });
    await stop();
  });
});
