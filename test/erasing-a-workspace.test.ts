import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from './harness/channels.ts';
import { filesOf, foundIn, newCanary } from './harness/database-files.ts';
import { engines, newPlace, type Place } from './harness/databases.ts';
import { type FakeModel, startFakeModel } from './harness/fake-model.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from './harness/people.ts';
import { settleAllUsage } from './harness/settled-usage.ts';
import { openSocket } from './harness/socket-client.ts';
import { tablesWith } from './harness/tables-with.ts';
import { newTalker, newTeam, patienceMs, type Talker } from './harness/talking.ts';
import { type Receiver, startReceiver } from './harness/webhook-receiver.ts';

describe.each(engines)('erasing a workspace on %s', (engine) => {
  let place: Place;
  let gateway: TestGateway;
  let model: FakeModel;
  let receiver: Receiver;
  let owner: Talker;
  let bob: QuickPerson;
  let carol: QuickPerson;
  beforeAll(async () => {
    [place, model, receiver] = await Promise.all([newPlace(engine), startFakeModel(), startReceiver()]);
    gateway = await startGateway(engine, {
      place,
      settings: { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake' },
    });
    owner = await newTalker(gateway);
    [bob, carol] = [await quickPerson(gateway, 'bob'), await quickPerson(gateway, 'carol')];
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([model.stop(), receiver.stop(), place.remove()]);
  });

  const ok = async <Body = { id: string }>(answer: ReturnType<Act>): Promise<Body> => {
    const { status, text, body } = await answer;
    expect(status, text).toBeLessThan(300);
    return body as Body;
  };

  /** Something of everything that a workspace can hold, said by two of its members. */
  async function furnish(team: string, name: string) {
    const canaries: Record<string, string> = {};
    const text = (label: string) => {
      canaries[label] = newCanary();
      return canaries[label];
    };
    const [ada, bobs] = [actingAs(gateway, owner, team), actingAs(gateway, bob, team)];
    await ok(ada('PUT', `/workspaces/${team}/settings`, { name }));
    const agent = { name: text('agent'), systemPrompt: text('prompt') };
    const { id: agentId } = await ok(ada('POST', '/agents', agent));
    await ok(ada('POST', '/webhooks', { url: `${receiver.url}/${team}`, events: ['*'], description: text('webhook') }));
    await ok(
      bobs('POST', '/agent/chat', { agentId, message: `Remember ${text('message')}` }, { 'idempotency-key': team }),
    );
    await ok(bobs('POST', '/memory/notes', { content: text('note') }));
    const plain = { 'content-type': 'text/plain' };
    await ok(bobs('POST', `/files?name=${text('file name')}`, `Read ${text('file')}`, plain));
    await ok(bobs('POST', '/cron', { agentId, message: text('cron'), name: text('cron name'), cron: '30 7 * * *' }));
    const members = [{ agentId, message: `Look at ${text('swarm')}` }];
    await ok(bobs('POST', '/swarms', { members }, { 'idempotency-key': `${team}-swarm` }));
    const channel = await newChannel(bobs, { agentId });
    expect((await sendTo(gateway, channel, { from: text('sender'), message: text('said') })).status).toBe(200);
    await ok(ada('POST', `/workspaces/${team}/invitations`, { email: `${text('invited')}@example.com` }));
    const key = await ok<{ key: string }>(bobs('POST', '/auth/keys', { name: text('key') }));
    // What they learned is stored, and the webhook was told.
    await expect
      .poll(() => receiver.records.some(({ path }) => path === `/${team}`), { timeout: patienceMs })
      .toBe(true);
    return { agentId, canaries, key: key.key };
  }

  const erase = (who: Pick<QuickPerson, 'accessToken'>, id: string, name: string) =>
    actingAs(gateway, who)('DELETE', `/workspaces/${id}`, { name });

  it('is for an owner who repeats its name, and for no personal one', async () => {
    const team = await newTeam(owner, { admin: carol, member: bob });
    for (const who of [carol, bob]) expect(await erase(who, team, 'Team')).toMatchObject({ status: 403 });
    expect(await erase(await quickPerson(gateway), team, 'Team')).toMatchObject({ status: 403 });
    for (const name of ['team', 'Team!', ''])
      expect(await erase(owner, team, name), name).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const key = await ok<{ key: string }>(actingAs(gateway, owner, team)('POST', '/auth/keys', { name: 'Mine' }));
    expect(await erase({ accessToken: key.key }, team, 'Team')).toMatchObject({ status: 403 });
    expect(await erase(owner, owner.workspaceId, 'Personal')).toMatchObject({ status: 409 });
    // Nobody lost a thing.
    expect((await owner.act('GET', `/workspaces/${team}`)).status).toBe(200);
    expect((await erase(owner, team, ' Team ')).status).toBe(204);
    expect(await erase(owner, team, 'Team')).toMatchObject({ status: 403 });
  });

  it('leaves nothing of it, ends what runs in it, and leaves neighbours and members as they were', async () => {
    const { database } = gateway.gateway;
    const [team, neighbour] = [
      await newTeam(owner, { member: bob, admin: carol }),
      await newTeam(owner, { member: bob }),
    ];
    model.reply(({ body }) => {
      const said = JSON.stringify(body.messages?.at(-1)?.content ?? '');
      return said.includes('slowly') ? { text: 'Late', delayMs: 60_000 } : `You said ${said}`;
    });
    const name = newCanary();
    const { agentId, canaries, key } = await furnish(team, name);
    const kept = await furnish(neighbour, 'Neighbour');
    // Otherwise it is in another table when it is looked for again.
    await settleAllUsage(database);
    const rowsOfNeighbour = (await tablesWith(database, neighbour)).sort();
    const asKey = actingAs(gateway, { accessToken: key });
    expect((await asKey('GET', '/agents')).status).toBe(200);
    const socket = await openSocket(gateway.url, { token: bob.accessToken, path: `/ws?workspaceId=${team}` });
    const keySocket = await openSocket(gateway.url, { token: key });
    const running = actingAs(gateway, carol, team)('POST', '/agent/chat', { agentId, message: 'slowly' });
    await expect
      .poll(() => database.all("SELECT id FROM runs WHERE workspace_id = $1 AND status = 'running'", [team]))
      .toHaveLength(1);
    const all = { ...canaries, name };
    expect(foundIn(await filesOf(place), all).sort()).toEqual(
      expect.arrayContaining(['message', 'note', 'prompt', 'name']),
    );

    if (engine === 'postgres') await database.run('ANALYZE');
    expect((await erase(owner, team, name)).status).toBe(204);
    expect((await running).status).not.toBe(500);
    // The audit log is the operator's: it keeps who did what in it.
    const left = async () => (await tablesWith(database, team)).filter((table) => table !== 'audit_log');
    expect(await left()).toEqual([]);
    expect((await asKey('GET', '/agents')).status).toBe(401);
    expect((await actingAs(gateway, bob, team)('GET', '/agents')).status).toBe(403);
    expect([(await socket.closed).code, (await keySocket.closed).code]).toEqual([4403, 4401]);
    await sleep(1_500);
    expect(await left()).toEqual([]);
    const audited = JSON.stringify(await database.all('SELECT * FROM audit_log'));
    const words = Object.fromEntries(Object.entries(all).filter(([, word]) => !audited.includes(word)));
    expect(Object.keys(words)).toEqual(expect.arrayContaining(['message', 'note', 'said', 'sender', 'cron', 'swarm']));
    expect(foundIn(await filesOf(place), words)).toEqual([]);

    // Its memory may have been indexed meanwhile.
    expect(await tablesWith(database, neighbour)).toEqual(expect.arrayContaining(rowsOfNeighbour));
    expect(foundIn(await filesOf(place), kept.canaries).sort()).toEqual(
      Object.keys(kept.canaries)
        .filter((label) => label !== 'idempotency key')
        .sort(),
    );
    for (const person of [owner, bob, carol]) {
      const me = await actingAs(gateway, person)<{ defaultWorkspaceId: string }>('GET', '/auth/me');
      expect([me.status, me.body.defaultWorkspaceId]).toEqual([200, person.workspaceId]);
      expect((await actingAs(gateway, person)('GET', '/agents')).status).toBe(200);
    }
    expect((await actingAs(gateway, { accessToken: kept.key })('GET', '/agents')).status).toBe(200);
  });
});
