import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from '../../../../test/harness/channels.ts';
import { engines } from '../../../../test/harness/databases.ts';
import type { Answer } from '../../../../test/harness/gateway.ts';
import { clearOfMidnight } from '../../../../test/harness/midnight.ts';
import { actingAs } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import type { Costs } from '../costs.schema.ts';

/** A dollar per million tokens in, ten out. Each answer says that it took 1,000 tokens in and 100 out: 0.002 USD. */
const MODEL_PRICES = '{"openai-compatible/fake": {"input": 1, "output": 10}}';
const answer = { text: 'Hello', usage: { promptTokens: 1_000, completionTokens: 100 } };
const answerUsd = 0.002;
type Refused = { code: string; budgetOf: string; budgetUsd: number; detail: string };

describe.each(engines)('what the operator lets a person spend on %s', (engine) => {
  let talking: Talking;

  beforeAll(async () => {
    await clearOfMidnight(60_000);
    talking = await startTalking(engine, {
      nodes: engine === 'postgres' ? 2 : 1,
      settings: { MODEL_PRICES, PERSON_BUDGET_USD: '0.02' },
    });
    talking.model.reply(() => answer);
  });
  afterAll(() => talking.stop());

  const newSpender = () => newTalker(talking.gateway, { agent: { maxTokens: 100 } });
  let conversations = 0;
  /** In a conversation of its own, at whichever gateway is next, in whichever workspace. */
  function chat(talker: Talker, workspaceId?: string, agentId = talker.agentId): Promise<Answer<Chat & Refused>> {
    conversations += 1;
    const gateway = talking.gateways[conversations % talking.gateways.length] ?? talking.gateway;
    const body = { agentId, message: 'Hello', surface: `s${conversations}` };
    return actingAs(gateway, talker, workspaceId)('POST', '/agent/chat', body);
  }
  async function newTeamOf({ act }: Talker) {
    const { body } = await act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    const headers = { 'x-workspace-id': body.id };
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Ada', maxTokens: 100 }, headers);
    return { id: body.id, agentId: agent.body.id };
  }
  const personBudget = async ({ act }: Talker) => (await act<Costs>('GET', '/costs')).body.personBudget;

  it('is one sum over all workspaces, the personal one too, for any number of turns at once', async () => {
    const spender = await newSpender();
    const team = await newTeamOf(spender);
    expect(await personBudget(spender)).toMatchObject({ monthlyUsd: 0.02, spentUsd: 0, reservedUsd: 0 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => (turn % 2 ? chat(spender, team.id, team.agentId) : chat(spender))),
    );
    const served = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status !== 200);
    expect(served).toBeGreaterThan(0);
    expect(served * answerUsd).toBeLessThanOrEqual(0.02);
    for (const { status, body } of refused)
      expect([status, body.code, body.budgetOf, body.budgetUsd]).toEqual([429, 'budget_exceeded', 'person', 0.02]);
    expect((await personBudget(spender))?.spentUsd).toBeCloseTo(served * answerUsd, 9);
    expect((await personBudget(spender))?.reservedUsd).toBe(0);
    // Somebody else has a budget of their own.
    expect((await chat(await newSpender())).status).toBe(200);
  });

  /** Not even for what is cheaper than a turn is thought to be. */
  const useUp = async ({ id }: Talker): Promise<void> => {
    await talking.database.run('UPDATE person_budgets SET spent_nano = 20000000 WHERE user_id = $1', [id]);
  };
  /** Until there is no money left. */
  async function spendAll(spender: Talker): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) if ((await chat(spender)).status === 429) return useUp(spender);
    throw new Error('The budget did not end.');
  }

  it('ends at every door to a model', async () => {
    const spender = await newSpender();
    const { act, agentId } = spender;
    await spendAll(spender);
    const messages = [{ role: 'user', content: 'Hello' }];
    const doors: [string, object][] = [
      ['/agent/chat', { agentId, message: 'Hello' }],
      ['/agent/chat/stream', { agentId, message: 'Hello' }],
      ['/inference/chat/completions', { model: 'openai-compatible/fake', messages }],
      ['/inference/chat/completions', { model: `agent:${agentId}`, messages }],
    ];
    for (const [path, body] of doors) expect((await act('POST', path, body)).status, path).toBe(429);
    // What waits for a place is asked when it begins.
    const { body } = await act<{ swarmId: string }>('POST', '/swarms', { members: [{ agentId, message: 'Hello' }] });
    await expect
      .poll(async () => (await act<{ status: string; failed: number }>('GET', `/swarms/${body.swarmId}`)).text, {
        timeout: patienceMs,
      })
      .toContain('budget_exceeded');
    const calls = talking.model.requests.length;
    await act('POST', '/cron', { agentId, message: 'Hello', cron: '0 0 29 2 *' }).then(({ body }) =>
      act('POST', `/cron/${(body as { id: string }).id}/run`),
    );
    expect(talking.model.requests.length, 'nobody asked the model').toBe(calls);
  });

  it('does not end for the offline model, which costs nothing', async () => {
    const spender = await newSpender();
    await spendAll(spender);
    const offline = await spender.newAgent({ provider: 'local', model: 'offline' });
    expect((await chat(spender, undefined, offline)).status).toBe(200);
  });

  it('counts what strangers spend through a channel as its owner’s', async () => {
    const spender = await newSpender();
    const channel = await newChannel(spender.act, { agentId: spender.agentId });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push(
        (await sendTo(talking.gateway, channel, { message: `Hello ${turn}`, from: `stranger ${turn}` })).status,
      );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    expect((await chat(spender)).status).toBe(429);
  });
});

describe.each(engines)('what the operator lets workspaces spend on %s', (engine) => {
  let talking: Talking;

  beforeAll(async () => {
    talking = await startTalking(engine, {
      settings: { MODEL_PRICES, WORKSPACE_BUDGET_USD: '0.01', WORKSPACE_MAX_BUDGET_USD: '0.015' },
    });
    talking.model.reply(() => answer);
  });
  afterAll(() => talking.stop());

  const served = async ({ act, agentId }: Talker): Promise<number> => {
    for (let turn = 0; ; turn += 1) {
      const surface = `s${turn}`;
      const { status, body } = await act<Refused>('POST', '/agent/chat', { agentId, message: 'Hello', surface });
      if (status === 429) {
        expect(body.budgetOf).toBe('workspace');
        return turn;
      }
      expect(turn).toBeLessThan(20);
    }
  };
  const budgetOf = async ({ act }: Talker) => (await act<Costs>('GET', '/costs')).body.budget;

  it('is a budget for those that have set none, and shown as one', async () => {
    const spender = await newTalker(talking.gateway, { agent: { maxTokens: 100 } });
    expect(await budgetOf(spender)).toMatchObject({ monthlyUsd: 0.01, spentUsd: 0, setBy: 'operator' });
    expect(await served(spender)).toBeLessThanOrEqual(5);
    const offline = await spender.newAgent({ provider: 'local', model: 'offline' });
    expect((await spender.act('POST', '/agent/chat', { agentId: offline, message: 'Hello' })).status).toBe(200);
  });

  it('is a ceiling that no setting exceeds, whatever was set before', async () => {
    const spender = await newTalker(talking.gateway, { agent: { maxTokens: 100 } });
    const put = (monthlyBudgetUsd: number | null) =>
      spender.act<{ errors: { path: string }[] }>('PUT', `/workspaces/${spender.workspaceId}/settings`, {
        monthlyBudgetUsd,
      });
    expect(await put(0.016)).toMatchObject({ status: 400, body: { errors: [{ path: 'monthlyBudgetUsd' }] } });
    expect((await put(0.012)).status).toBe(200);
    expect(await budgetOf(spender)).toMatchObject({ monthlyUsd: 0.012, setBy: 'workspace' });
    // Set before the operator had said anything.
    await talking.database.run('UPDATE workspaces SET monthly_budget_nano = 5000000000 WHERE id = $1', [
      spender.workspaceId,
    ]);
    expect(await budgetOf(spender)).toMatchObject({ monthlyUsd: 0.015, setBy: 'operator' });
    expect(await served(spender)).toBeLessThanOrEqual(7);
  });
});
