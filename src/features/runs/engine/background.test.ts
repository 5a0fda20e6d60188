import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCrowd } from '../../../../test/harness/crowd.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { apiKey } from '../../../../test/harness/gateway.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import { newTalker, newTeam, patienceMs, startTalking, type Talking } from '../../../../test/harness/talking.ts';

describe.each(engines)('places for background runs on %s', (engine) => {
  let world: Talking;
  beforeAll(async () => {
    const nodes = engine === 'postgres' ? 2 : 1;
    world = await startTalking(engine, { nodes, settings: { BACKGROUND_RUNS: '1', RUN_LEASE: '3s' } });
  });
  afterAll(() => world.stop());

  const byKey = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await world.gateway.call<Body>('POST', path, { body, headers: { 'x-api-key': apiKey } });
    expect([answer.text, answer.status]).toEqual([answer.text, 202]);
    return answer.body;
  };
  async function newWorkspace(members: number) {
    const person = await quickPerson(world.gateway, 'owner');
    const workspaceId = await newTeam(await newTalker(world.gateway, { person }), {});
    const { agentId } = await newTalker(world.gateway, { person, workspaceId });
    const crowd = await newCrowd(world.database, workspaceId, members);
    return {
      userId: person.id,
      crowd,
      /** Twenty batches, then single runs. */
      async queue(message: string, batched: readonly string[], alone: number) {
        for (let from = 0; from < batched.length; from += 8)
          await byKey('/autonomous/batch', { agentId, message, userIds: batched.slice(from, from + 8) });
        for (let surface = 0; surface < alone; surface += 1)
          await byKey('/autonomous/run', { agentId, message, userId: person.id, async: true, surface: `s${surface}` });
      },
    };
  }

  it('are given again to a run whose node died, whatever its number of approvals, but not for ever', async () => {
    const ada = await newTalker(world.gateway, { agent: { tools: ['calculator'], approvals: ['calculator'] } });
    const asks = (expression: string) => ({ toolCalls: [{ name: 'calculator', arguments: { expression } }] });
    world.model.script(asks('1+1'), asks('2+2'), asks('3+3'), { hang: true }, { hang: true });
    const request = { agentId: ada.agentId, message: 'Count', userId: ada.id, async: true };
    const { runId } = await byKey<{ runId: string }>('/autonomous/run', request);
    type Approvals = { data: { id: string }[] };
    const pending = async () => (await ada.act<Approvals>('GET', '/approvals?status=pending')).body.data[0]?.id;
    for (let step = 0; step < 3; step += 1) {
      await expect.poll(pending, { timeout: patienceMs }).toBeTruthy();
      await ada.act('POST', `/approvals/${await pending()}/resolve`, { decision: 'approve' });
    }
    await world.model.waitFor(4, patienceMs);
    const dies = (lost: number) =>
      world.database.run(
        "UPDATE runs SET node = 'dead', claim = 'dead', lease_until = 1, lost = $2 WHERE id = $1 AND status = 'running'",
        [runId, lost],
      );
    await dies(0);
    await world.model.waitFor(5, patienceMs);
    await dies(2);
    const job = async () => (await ada.act<{ status: string }>('GET', `/jobs/${runId}`)).body;
    await expect.poll(async () => (await job()).status, { timeout: patienceMs }).toBe('failed');
    expect(await job()).toMatchObject({ error: { code: 'unavailable' } });
  });

  it('are shared between workspaces: 200 queued runs of one do not block another', async () => {
    const [large, small] = [await newWorkspace(160), await newWorkspace(1)];
    const begun: string[] = [];
    const held = Promise.withResolvers<string>();
    world.model.reply(({ body }) => {
      begun.push(String(body.messages?.at(-1)?.content));
      return held.promise;
    });
    await large.queue('large', large.crowd, 40);
    await small.queue('small', small.crowd, 1);
    held.resolve('done');
    await expect.poll(() => begun.filter((message) => message === 'small').length, { timeout: patienceMs }).toBe(2);
    expect(begun.lastIndexOf('small')).toBeLessThan(20);
  });
});
