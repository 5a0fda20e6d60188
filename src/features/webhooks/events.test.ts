import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Subscriber } from '../../../test/harness/webhooks.ts';

/** The events of the contract's table, fired by what really causes them. */
describe.each(engines)('what agents do is told on %s', (engine) => {
  let gateway: TestGateway;
  let model: FakeModel;
  let receiver: Receiver;
  let someone: Subscriber;
  beforeAll(async () => {
    model = await startFakeModel();
    const settings = { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake' };
    gateway = await startGateway(engine, { settings });
  });
  afterAll(async () => {
    await gateway.stop();
    await model.stop();
  });
  beforeEach(async () => {
    model.reset();
    receiver = await startReceiver();
    someone = await newSubscriber(gateway);
    await someone.subscribe(receiver.url);
  });
  afterEach(() => receiver.stop());

  const newAgent = async (more: object = {}) =>
    (await someone.as<{ id: string }>('POST', '/agents', { name: 'Helper', ...more })).body.id;
  const chat = (agentId: string, message = 'Hello') =>
    someone.as<{ sessionId: string; runId: string }>('POST', '/agent/chat', { agentId, message });
  const told = async (event: string) => (await receiver.waitFor(({ json }) => json.event === event)).json;

  it('agent.completed and tool.executed', async () => {
    const agentId = await newAgent({ tools: ['calculator'] });
    model.script({ toolCalls: [{ name: 'calculator', arguments: '{"expression":"17 * 23"}' }] }, '391');
    const { body, status } = await chat(agentId, 'What is 17 * 23?');
    expect(status).toBe(200);
    expect(await told('tool.executed')).toEqual({
      event: 'tool.executed',
      timestamp: expect.any(String),
      data: {
        agentId,
        sessionId: body.sessionId,
        tool: 'calculator',
        durationMs: expect.any(Number),
        isError: false,
      },
    });
    expect(await told('agent.completed')).toEqual({
      event: 'agent.completed',
      timestamp: expect.any(String),
      data: {
        agentId,
        sessionId: body.sessionId,
        durationMs: expect.any(Number),
        usage: { promptTokens: expect.any(Number), completionTokens: expect.any(Number) },
        toolCallCount: 1,
      },
    });
    expect(receiver.records).toHaveLength(2);
  });

  it('agent.failed, with how often in a row', async () => {
    const agentId = await newAgent();
    const failures: unknown[] = [];
    for (const answer of [{ status: 400 }, { status: 400 }, 'fine', { status: 400 }] as const) {
      const sent = receiver.records.length;
      model.script(answer);
      await chat(agentId);
      const { json } = (await receiver.waitFor(sent + 1))[sent] ?? {};
      if (json?.event === 'agent.failed') failures.push(json.data);
    }
    expect(failures).toEqual(
      [1, 2, 1].map((consecutiveFailures) => ({
        agentId,
        sessionId: expect.stringMatching(/^ses_/),
        error: expect.any(String),
        consecutiveFailures,
      })),
    );
  });

  it('approval.requested', async () => {
    const agentId = await newAgent({ tools: ['calculator'], approvals: ['calculator'] });
    model.script({ toolCalls: [{ name: 'calculator', arguments: '{"expression":"1 + 1"}' }] });
    const { status, body } = await chat(agentId);
    expect(status).toBe(202);
    const { approval } = body as unknown as { approval: { requestId: string; expiresAt: string } };
    expect(await told('approval.requested')).toEqual({
      event: 'approval.requested',
      timestamp: expect.any(String),
      data: {
        requestId: approval.requestId,
        agentId,
        tool: 'calculator',
        params: { expression: '1 + 1' },
        expiresAt: approval.expiresAt,
      },
    });
  });

  it('neither for a run that was cancelled', async () => {
    const agentId = await newAgent();
    model.script({ hang: true });
    const answer = chat(agentId);
    await model.waitFor(1);
    const { body } = await someone.as<{ data: { id: string }[] }>('GET', '/jobs');
    await someone.as('POST', `/jobs/${body.data[0]?.id}/cancel`);
    expect((await answer).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.records).toEqual([]);
  });
});
