import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startFakeModel } from '../../../../test/harness/fake-model.ts';
import { apiKey, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { recordLog } from '../../../../test/harness/log-lines.ts';
import { newTalker, openTalk, patienceMs, type Talker } from '../../../../test/harness/talking.ts';

describe.each(engines)('the log lines of a run on %s', (engine) => {
  const recorded = recordLog();
  let model: Awaited<ReturnType<typeof startFakeModel>>;
  let gateway: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    model = await startFakeModel();
    const settings = { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake' };
    gateway = await startGateway(engine, { log: recorded.log, settings });
    ada = await newTalker(gateway);
  });
  afterAll(async () => {
    await gateway.stop();
    await model.stop();
  });
  beforeEach(() => {
    model.reset();
    model.reply(() => ({ status: 400 }));
  });

  /** The log lines of the failing model call and run, by one of their fields. */
  const linesOf = (field: 'requestId' | 'runId', value: unknown) =>
    recorded.lines().filter((line) => line[field] === value && ['model call failed', 'turn failed'].includes(line.msg));

  it('over a socket name the request that opened it, and the run', async () => {
    const client = await openTalk(gateway.url, ada, { 'x-request-id': `upgrade-${engine}` });
    for (const surface of ['one', 'two']) {
      client.send({ type: 'message', agentId: ada.agentId, message: 'hello', surface });
      const error = (await client.untilEnd()).at(-1);
      const lines = linesOf('runId', error?.runId);
      expect(lines.map(({ msg }) => msg)).toEqual(['model call failed', 'turn failed']);
      for (const { requestId } of lines) expect(requestId).toBe(`upgrade-${engine}`);
    }
    client.close();
  });

  it('over HTTP name the request and the run', async () => {
    const requestId = `chat-${engine}`;
    const { body } = await gateway.call<{ runId: string }>('POST', '/agent/chat', {
      token: ada.accessToken,
      headers: { 'x-request-id': requestId },
      body: { agentId: ada.agentId, message: 'hello' },
    });
    const lines = linesOf('requestId', requestId);
    expect(lines).toHaveLength(2);
    for (const { runId } of lines) expect(runId).toBe(body.runId);
  });

  it('that was queued name its own request, not that of the run before it', async () => {
    const held = Promise.withResolvers<void>();
    model.reply(async () => {
      await held.promise;
      return { status: 400 };
    });
    const ask = (requestId: string) =>
      gateway.call<{ runId: string }>('POST', '/agent/chat', {
        token: ada.accessToken,
        headers: { 'x-request-id': requestId },
        body: { agentId: ada.agentId, message: 'hello', surface: 'queue' },
      });
    const names = ['first', 'second', 'third'].map((name) => `${name}-${engine}`);
    const answers = [ask(names[0] ?? '')];
    await model.waitFor(1, patienceMs);
    answers.push(...names.slice(1).map(ask));
    held.resolve();
    for (const [index, { body }] of (await Promise.all(answers)).entries())
      expect(linesOf('runId', body.runId).map(({ requestId }) => requestId)).toEqual([names[index], names[index]]);
  });

  it('in the background name the request that started it; those of a schedule only the run', async () => {
    const requestId = `later-${engine}`;
    const { body } = await gateway.call<{ runId: string }>('POST', '/autonomous/run', {
      headers: { 'x-api-key': apiKey, 'x-request-id': requestId },
      body: { agentId: ada.agentId, userId: ada.id, message: 'hello', async: true },
    });
    await vi.waitFor(() => expect(linesOf('runId', body.runId)).toHaveLength(2), patienceMs);
    for (const line of linesOf('runId', body.runId)) expect(line.requestId).toBe(requestId);
  });
});
