import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import type { ModelRequest } from '../../../../test/harness/fake-model.ts';
import { startLocalServer } from '../../../../test/harness/local-server.ts';
import { dataUrl, png } from '../../../../test/harness/pictures.ts';
import {
  newTalker,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import type { Costs } from '../../costs/costs.schema.ts';

const window = 2_000;
/** A text of about this many tokens. */
const words = (label: string, tokens: number) => `${label} ${'abc '.repeat(tokens - 2)}.`;
const isSummary = ({ body }: ModelRequest) => String(body.messages?.[0]?.content).startsWith('Summarise');
const textOf = ({ body }: ModelRequest) => JSON.stringify(body.messages);
const sizeOf = ({ body }: ModelRequest) =>
  (body.messages ?? []).reduce((sum, { content }) => sum + String(content ?? '').length / 4, 0);

describe.each(engines)('a conversation that outgrows the model on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let outside: { origin: string; stop(): Promise<void> };
  beforeAll(async () => {
    world = await startTalking(engine, {
      settings: {
        ASSUMED_CONTEXT_WINDOW: String(window),
        MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "output": 10}}',
      },
    });
    ada = await newTalker(world.gateway, { agent: { maxTokens: 200, systemPrompt: 'Be kind.' } });
    const pages = new Map([
      ['/long', words('LONG-PAGE', 1_300)],
      ['/huge', words('HUGE-PAGE', 4_000)],
    ]);
    outside = await startLocalServer(async ({ response, path }) => void response.end(pages.get(path) ?? 'short'));
  });
  beforeEach(() => {
    world.model.reset();
    world.model.reply((request) => (isSummary(request) ? `SUMMARY ${summaries().length}` : undefined));
  });
  afterAll(async () => {
    await world.stop();
    await outside.stop();
  });

  const summaries = () => world.model.requests.filter(isSummary);
  const turns = () => world.model.requests.filter((request) => !isSummary(request));
  const storedSummary = (sessionId: string) =>
    world.database.get<{ summary: string | null; summary_seq: number }>(
      'SELECT summary, summary_seq FROM sessions WHERE id = $1',
      [sessionId],
    );

  it('counts its images, and a summary names those that are no longer shown', async () => {
    const show = (name: string, count = 1) =>
      ada.act<{ code: string }>('POST', '/agent/chat', {
        agentId: ada.agentId,
        surface: 'images',
        message: Array.from({ length: count }, () => ({ type: 'image', data: dataUrl(png), name })),
      });
    expect((await show('first.png')).status).toBe(200);
    expect(summaries()).toHaveLength(0);
    expect((await show('second.png')).status).toBe(200);
    const read = summaries().map(textOf).join();
    expect(read).toContain('[image first.png]');
    expect(read).not.toContain('base64');
    expect(textOf(turns().at(-1) as ModelRequest).match(/base64/g)).toHaveLength(1);
    // Two images alone do not fit.
    expect(await show('third.png', 2)).toMatchObject({ body: { code: 'context_overflow' } });
  });

  it('becomes a stored summary and its newest messages, word for word', async () => {
    let sessionId = '';
    for (let n = 0; n < 8; n += 1) ({ sessionId } = await say(ada, words(`MESSAGE-${n}`, 120), { surface: 'grows' }));
    expect(summaries().length).toBeGreaterThan(0);
    for (const turn of turns()) expect(sizeOf(turn)).toBeLessThan(window - 200);
    const last = turns().at(-1) as ModelRequest;
    const [system, ...history] = last.body.messages ?? [];
    expect(String(system?.content)).toMatch(/^Be kind\.[\s\S]*summary of the earlier conversation[\s\S]*SUMMARY/);
    expect(history[0]?.role).toBe('user');
    expect(textOf(last)).toContain('MESSAGE-7');
    expect(textOf(last)).toContain('Echo: MESSAGE-6');
    expect(textOf(last)).not.toContain('MESSAGE-0');
    // Everything that is no longer shown was in the prompt of the summary.
    const read = summaries().map(textOf).join();
    for (const n of [0, 1]) expect(read).toContain(`MESSAGE-${n}`);
    const stored = await storedSummary(sessionId);
    expect(stored?.summary).toMatch(/^SUMMARY/);
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body;
    expect(messages).toHaveLength(16);
    // A later summary builds on the earlier one.
    for (let n = 8; n < 16; n += 1) await say(ada, words(`MESSAGE-${n}`, 120), { surface: 'grows' });
    expect(textOf(summaries().at(-1) as ModelRequest)).toContain('SUMMARY');
    expect((await storedSummary(sessionId))?.summary_seq).toBeGreaterThan(stored?.summary_seq ?? 0);
  });

  it('is not summarised while it fits', async () => {
    for (let n = 0; n < 4; n += 1) await say(ada, words(`M${n}`, 60), { surface: 'small' });
    expect(summaries()).toEqual([]);
  });

  it('is charged for its summary too', async () => {
    const usage = { promptTokens: 100, completionTokens: 10 };
    world.model.reply((request) => ({ text: isSummary(request) ? 'SUMMARY' : 'Fine.', usage }));
    let answer = await say(ada, words('a', 400), { surface: 'charged' });
    for (let n = 0; summaries().length === 0 && n < 20; n += 1)
      answer = await say(ada, words(`b${n}`, 400), { surface: 'charged' });
    const { body } = await ada.act('GET', `/jobs/${answer.runId}`);
    const calls = summaries().length + 1;
    expect(body.usage).toEqual({ promptTokens: calls * 100, completionTokens: calls * 10 });
  });

  it('is not summarised if the budget does not allow it, and is charged if it does', async () => {
    const bea = await newTalker(world.gateway, { agent: { maxTokens: 200 } });
    const standing = async () => (await bea.act<Costs>('GET', '/costs')).body;
    const setBudget = (monthlyBudgetUsd: number) =>
      bea.act('PUT', `/workspaces/${bea.workspaceId}/settings`, { monthlyBudgetUsd });
    const { sessionId } = await say(bea, 'begin', { surface: 'poor' });
    await world.database.run(`UPDATE messages SET content = $2 WHERE session_id = $1 AND role = 'assistant'`, [
      sessionId,
      words('MUCH', 3_000),
    ]);
    const ask = { agentId: bea.agentId, message: 'go on', surface: 'poor' };
    const asked = world.model.requests.length;
    // Enough for the reservation at admission (0.0033), not for a summary (0.0044).
    await setBudget((await standing()).totalUsd + 0.0038);
    expect(await bea.act('POST', '/agent/chat', ask)).toMatchObject({ status: 429, body: { code: 'budget_exceeded' } });
    expect(world.model.requests).toHaveLength(asked);
    await setBudget(1);
    expect((await bea.act('POST', '/agent/chat', ask)).status).toBe(200);
    expect(summaries().length).toBeGreaterThan(0);
    const { totalUsd, budget } = await standing();
    expect(budget).toMatchObject({ spentUsd: totalUsd, reservedUsd: 0 });
  });

  it('counts its images against the budget before they are sent', async () => {
    const bea = await newTalker(world.gateway, { agent: { maxTokens: 200 } });
    const ask = (message: unknown) => bea.act('POST', '/agent/chat', { agentId: bea.agentId, message });
    // Enough for the reservation of a short text (0.0033), not for an image besides (0.0046).
    await bea.act('PUT', `/workspaces/${bea.workspaceId}/settings`, { monthlyBudgetUsd: 0.004 });
    const asked = world.model.requests.length;
    expect(await ask([{ type: 'image', data: dataUrl(png) }])).toMatchObject({
      status: 429,
      body: { code: 'budget_exceeded' },
    });
    expect(world.model.requests).toHaveLength(asked);
    expect((await ask('Hello')).status).toBe(200);
  });

  it('refuses a message that is too long alone, keeps it, and answers the next one', async () => {
    const attempt = await ada.act<{ code: string; detail: string; runId: string; sessionId: string }>(
      'POST',
      '/agent/chat',
      { agentId: ada.agentId, message: words('HUGE', 3_000), surface: 'huge' },
    );
    expect(attempt).toMatchObject({ status: 413, body: { code: 'context_overflow', runId: expect.any(String) } });
    expect(attempt.body.detail).toMatch(/about 3\d{3} tokens; fake has room for 1\d{3}/);
    expect(world.model.requests).toEqual([]);
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${attempt.body.sessionId}`)).body;
    expect(messages).toHaveLength(1);
    expect((await say(ada, 'shorter', { surface: 'huge' })).content).toBe('Echo: shorter');
    expect(summaries().map(textOf).join()).toContain('HUGE');
  });

  it('reports instructions that are too long alone', async () => {
    const agentId = await ada.newAgent({ systemPrompt: words('PROMPT', 2_500) });
    const attempt = await ada.act('POST', '/agent/chat', { agentId, message: 'x' });
    expect(attempt).toMatchObject({ status: 413, body: { code: 'context_overflow' } });
  });

  it('is summarised in pieces if it is longer than the model’s window', async () => {
    const agentId = await ada.newAgent({ maxTokens: 200 });
    const { sessionId } = await say(ada, 'begin', { agentId });
    // As after a conversation with a larger model.
    await world.database.run(`UPDATE messages SET content = $2 WHERE session_id = $1 AND role = 'assistant'`, [
      sessionId,
      Array.from({ length: 40 }, (_, n) => words(`PART-${n}`, 100)).join('\n'),
    ]);
    await say(ada, 'go on', { agentId });
    expect(summaries().length).toBeGreaterThan(3);
    const read = summaries().map(textOf).join();
    for (let n = 0; n < 40; n += 1) expect(read).toContain(`PART-${n} `);
    for (const request of summaries()) expect(sizeOf(request)).toBeLessThan(window);
  });

  it('leaves out the middle of a very long conversation and says so', async () => {
    const agentId = await ada.newAgent({ maxTokens: 200 });
    const { sessionId } = await say(ada, 'begin', { agentId });
    await world.database.run(`UPDATE messages SET content = $2 WHERE session_id = $1 AND role = 'assistant'`, [
      sessionId,
      `FIRST ${words('x', 60_000)} LAST`,
    ]);
    await say(ada, 'go on', { agentId });
    const read = summaries().map(textOf).join();
    expect(read).toContain('FIRST');
    expect(read).toContain('LAST');
    expect(read).toMatch(/\d{6} characters were left out here/);
    expect(summaries().length).toBeLessThanOrEqual(13);
  });

  it('is compacted between steps when a tool’s result is huge, and keeps the question', async () => {
    const agentId = await ada.newAgent({ maxTokens: 200, tools: ['http_fetch'] });
    const fetch = (path: string) => ({
      toolCalls: [{ name: 'http_fetch', arguments: { url: `${outside.origin}${path}` } }],
    });
    const steps = [fetch('/long'), fetch('/short'), fetch('/long'), 'All read.'];
    world.model.reply((request) => (isSummary(request) ? 'SUMMARY' : steps.shift()));
    const answer = await say(ada, 'QUESTION: compare the pages', { agentId, surface: 'tools' });
    expect(answer).toMatchObject({ content: 'All read.', stopReason: 'end_turn' });
    expect(answer.toolCalls.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(summaries().length).toBeGreaterThan(0);
    expect(summaries().map(textOf).join()).toContain('LONG-PAGE');
    for (const turn of turns()) {
      expect(textOf(turn)).toContain('QUESTION: compare the pages');
      expect(turn.body.messages?.find(({ role }) => role !== 'system')?.role).toBe('user');
      expect(sizeOf(turn)).toBeLessThan(window);
    }
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${answer.sessionId}`)).body;
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      ...Array(3).fill(['assistant', 'tool']).flat(),
      'assistant',
    ]);
    world.model.reset();
    expect((await say(ada, 'next', { agentId, surface: 'tools' })).content).toBe('Echo: next');
  });

  it('summarises in pieces a single result that is longer than the window', async () => {
    const agentId = await ada.newAgent({ maxTokens: 200, tools: ['http_fetch'] });
    const steps = [
      { toolCalls: [{ name: 'http_fetch', arguments: { url: `${outside.origin}/huge` } }] },
      'A long page.',
    ];
    world.model.reply((request) => (isSummary(request) ? 'SUMMARY' : steps.shift()));
    const answer = await say(ada, 'QUESTION', { agentId, surface: 'one' });
    expect(answer.content).toBe('A long page.');
    expect(summaries().length).toBeGreaterThan(2);
    const last = turns().at(-1)?.body.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('fails with a clear error when the summary cannot be made, and frees the session', async () => {
    for (let n = 0; n < 3; n += 1) await say(ada, words(`M${n}`, 150), { surface: 'fails' });
    world.model.reply((request) => (isSummary(request) ? { status: 400 } : undefined));
    const failed = await ada.act('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: words('too much', 900),
      surface: 'fails',
    });
    expect(failed).toMatchObject({ status: 502, body: { code: 'model_error' } });
    world.model.reply((request) => (isSummary(request) ? 'SUMMARY' : undefined));
    expect((await say(ada, 'again', { surface: 'fails' })).content).toBe('Echo: again');
  });

  it('is summarised by the offline assistant too', async () => {
    const agentId = await ada.newAgent({ provider: 'local', maxTokens: 200 });
    const { sessionId } = await say(ada, 'My name is Ada.', { agentId });
    await world.database.run(`UPDATE messages SET content = $2 WHERE session_id = $1 AND role = 'assistant'`, [
      sessionId,
      Array.from({ length: 3_000 }, (_, n) => `In year ${n} the harbour of Oslo was enlarged by ${n} ships.`).join(' '),
    ]);
    const answer = await say(ada, 'What is 2 + 2?', { agentId });
    expect(answer.stopReason).toBe('end_turn');
    expect((await storedSummary(sessionId))?.summary).toMatch(/harbour|Ada/);
  });
});
