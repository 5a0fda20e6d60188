import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import { apiKey } from '../../../../test/harness/gateway.ts';
import {
  newTalker,
  openTalk,
  patienceMs,
  type SessionDetails,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type Failed = { status: number; code: string; detail: string; runId: string; sessionId: string };
type Job = { id: string; status: string; kind: string; sessionId: string; error: { code: string; retryable: boolean } };

describe.each(engines)('a turn whose model is not configured, on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  beforeAll(async () => {
    talking = await startTalking(engine);
    ada = await newTalker(talking.gateway, { agent: { provider: 'anthropic', model: 'claude-x' } });
    await ada.act('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['agent.failed'] });
    await ada.act('POST', '/webhooks/test-mode/enable');
  });
  afterAll(() => talking.stop());

  let surfaces = 0;
  const newSurface = () => `s${++surfaces}`;

  /** The failed job, its event, and the stored message. */
  async function expectFailedRun(runId: string, kind: string): Promise<void> {
    const { body: job } = await ada.act<Job>('GET', `/jobs/${runId}`);
    expect(job).toMatchObject({
      status: 'failed',
      kind,
      error: { code: 'model_error', status: 502, retryable: false },
    });
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${job.sessionId}`)).body;
    expect(messages.map(({ role, content }) => [role, content])).toEqual([['user', 'hello?']]);
    const { sessionId } = job;
    const told = async () => {
      const { body } = await ada.act<{ data: unknown[] }>('GET', '/webhooks/test-mode/log?limit=200');
      return body.data.filter((entry) => JSON.stringify(entry).includes(sessionId));
    };
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), patienceMs);
    expect(JSON.stringify(await told())).toContain('agent.failed');
  }

  it('fails with 502 and the run id over HTTP, and with an error event in a stream', async () => {
    const body = { agentId: ada.agentId, message: 'hello?', surface: newSurface() };
    const { status, body: answer } = await ada.act<Failed>('POST', '/agent/chat', body);
    expect([status, answer]).toMatchObject([502, { code: 'model_error', runId: expect.stringMatching(/^run_/) }]);
    expect(answer.detail).toContain('ANTHROPIC_API_KEY');
    await expectFailedRun(answer.runId, 'chat');

    const stream = await openStream(`${talking.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { ...body, surface: newSurface() },
    });
    const events = await stream.all();
    expect(events.map(({ event }) => event)).toEqual(['session_resolved', 'error']);
    expect(events.at(-1)?.json).toMatchObject({ code: 'model_error', status: 502, retryable: false });
    await expectFailedRun(String(events.at(-1)?.json.runId), 'stream');
  });

  it('fails with an error frame over a socket', async () => {
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', agentId: ada.agentId, message: 'hello?', surface: newSurface() });
    const error = (await client.untilEnd()).at(-1);
    expect(error).toMatchObject({ type: 'error', code: 'model_error', status: 502, retryable: false });
    await expectFailedRun(String(error?.runId), 'websocket');
    client.close();
  });

  it('fails for an API key, synchronous or not, and for a schedule', async () => {
    const run = (more: object) =>
      talking.gateway.call<Failed>('POST', '/autonomous/run', {
        headers: { 'x-api-key': apiKey },
        body: { agentId: ada.agentId, userId: ada.id, message: 'hello?', surface: newSurface(), ...more },
      });
    const waited = await run({});
    expect([waited.status, waited.body.code]).toEqual([502, 'model_error']);
    await expectFailedRun(waited.body.runId, 'autonomous');
    const later = await run({ async: true });
    expect(later.status).toBe(202);
    const ended = async () => (await ada.act<Job>('GET', `/jobs/${later.body.runId}`)).body.status;
    await vi.waitFor(async () => expect(await ended()).toBe('failed'), patienceMs);
    await expectFailedRun(later.body.runId, 'autonomous');

    const cron = { name: 'Night', agentId: ada.agentId, message: 'hello?', cron: '0 4 * * *' };
    const { id } = (await ada.act<{ id: string }>('POST', '/cron', cron)).body;
    await ada.act('POST', `/cron/${id}/run`);
    type Runs = { data: { status: string; runId: string | null }[] };
    const firing = async () => (await ada.act<Runs>('GET', `/cron/${id}/runs`)).body.data[0];
    await vi.waitFor(async () => expect(await firing()).toMatchObject({ status: 'failed' }), patienceMs);
    await expectFailedRun(String((await firing())?.runId), 'cron');
  });

  it('is refused with 403 if the workspace forbids the model, and nothing is stored', async () => {
    const bob = await newTalker(talking.gateway, { agent: { provider: 'anthropic', model: 'claude-x' } });
    const restrictions = `/workspaces/${bob.workspaceId}/restrictions`;
    await bob.act('PUT', restrictions, { allowedProviders: ['openai-compatible'], allowedModels: null });
    const refused = await bob.act('POST', '/agent/chat', { agentId: bob.agentId, message: 'hello?' });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'model_not_allowed' }]);
    expect((await bob.act<{ data: unknown[] }>('GET', '/jobs')).body.data).toEqual([]);
    expect((await bob.act<{ data: unknown[] }>('GET', '/sessions')).body.data).toEqual([]);
  });
});
