import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { isEnd, openStream } from '../../../../test/harness/event-stream-client.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../../../../test/harness/talking.ts';
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts';

const said = 'Team Blue has used up its credit';
type Problem = { runId: string; detail: string };

describe.each(engines)('the error text of a provider on %s', (engine) => {
  let world: Talking;
  let owner: Talker;
  let member: Talker;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    world = await startTalking(engine);
    receiver = await startReceiver();
    const boss = await quickPerson(world.gateway, 'boss');
    const alone = await newTalker(world.gateway, { person: boss });
    const { body } = await alone.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    owner = await newTalker(world.gateway, { person: boss, workspaceId: body.id });
    const other = await quickPerson(world.gateway, 'member');
    await alone.act('POST', `/workspaces/${body.id}/members`, { userId: other.id, role: 'member' });
    member = await newTalker(world.gateway, { person: other, workspaceId: body.id });
    await owner.act('POST', '/webhooks', { url: receiver.url, events: ['agent.failed'] });
    world.model.reply(() => ({ status: 402, message: said }));
  });
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  const teamOf = async (someone: Talker) => (await someone.act('GET', `/agents/${someone.agentId}`)).body.workspaceId;
  const ask = (someone: Talker) =>
    someone.act<Problem>('POST', '/agent/chat', { agentId: someone.agentId, message: 'Hello?' });
  async function streamed(someone: Talker): Promise<unknown> {
    const stream = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: someone.accessToken,
      body: { agentId: someone.agentId, message: 'Hello?' },
      headers: { 'x-workspace-id': String(await teamOf(someone)) },
    });
    return (await stream.waitFor(isEnd)).json;
  }

  /** All responses in which the run's own user sees the error. */
  async function allOf(someone: Talker): Promise<string> {
    const answer = await ask(someone);
    expect(answer).toMatchObject({ status: 502, body: { code: 'model_error' } });
    const { runId } = answer.body;
    const places = [
      answer.text,
      JSON.stringify(await streamed(someone)),
      (await someone.act('GET', `/jobs/${runId}`)).text,
      (await someone.act('GET', '/jobs')).text,
      (await someone.act('GET', `/traces/${runId.replace('run_', 'trc_')}`)).text,
    ];
    for (const place of places) expect(place).toContain('answered 402');
    return places.join('\n');
  }

  it('is hidden from a member, who gets our own message', async () => {
    expect(await allOf(member)).not.toContain('Blue');
  });

  it('is shown to managers of the workspace', async () => {
    const { body } = await ask(owner);
    expect(body.detail).toBe(`openai-compatible answered 402: ${said}.`);
    expect((await allOf(owner)).split('Blue').length).toBeGreaterThan(5);
  });

  it('is in no webhook event', async () => {
    await expect.poll(() => receiver.records.length, { timeout: 40_000 }).toBeGreaterThanOrEqual(5);
    for (const { rawBody } of receiver.records) {
      expect(String(rawBody)).toContain('openai-compatible answered 402.');
      expect(String(rawBody)).not.toContain('Blue');
    }
  });
});
