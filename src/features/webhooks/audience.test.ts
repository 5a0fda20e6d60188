import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetching } from '../../../test/harness/approvals.ts';
import { engines } from '../../../test/harness/databases.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { newTalker, newTeam, patienceMs, startTalking, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';
import type { Page } from '../../../test/harness/webhooks.ts';
import type { EventType } from '../../platform/events.ts';

type Hook = { id: string; enabled: boolean; createdBy: string | null; audience: string; inactiveReason: string | null };
type Member = QuickPerson & { act: Act };
type Seen = { id: string; webhookId: string };

const retryMs = 1_000;

/** A workspace of an owner, an admin and two members, each with a webhook for everything. */
describe.each(engines)('a webhook’s audience on %s', (engine) => {
  let talking: Talking;
  let receiver: Receiver;
  let team: string;
  let ada: Member;
  let alan: Member;
  let bob: Member;
  let eve: Member;

  beforeAll(async () => {
    talking = await startTalking(engine, {
      settings: { WEBHOOK_RETRY_DELAYS: `${retryMs}ms,${retryMs}ms,${retryMs}ms,${retryMs}ms,${retryMs}ms` },
    });
  });
  afterAll(() => talking.stop());
  beforeEach(async () => {
    const { gateway } = talking;
    talking.model.reset();
    receiver = await startReceiver();
    const owner = await newTalker(gateway);
    const [admin, one, other] = await Promise.all(['alan', 'bob', 'eve'].map((name) => quickPerson(gateway, name)));
    if (!admin || !one || !other) throw new Error('nobody came');
    team = await newTeam(owner, { admin, member: one, 'member too': other });
    const within = (person: QuickPerson): Member => ({ ...person, act: actingAs(gateway, person, team) });
    [ada, alan, bob, eve] = [within(owner), within(admin), within(one), within(other)];
  });
  afterEach(() => receiver.stop());

  async function subscribe({ act }: Member, path: string, more: object = {}): Promise<Hook> {
    const made = await act<Hook>('POST', '/webhooks', { url: `${receiver.url}${path}`, events: ['*'], ...more });
    expect(made.status, made.text).toBe(201);
    return made.body;
  }
  const subscribeAll = async () => ({
    adas: await subscribe(ada, '/ada'),
    alans: await subscribe(alan, '/alan'),
    bobs: await subscribe(bob, '/bob'),
    eves: await subscribe(eve, '/eve'),
  });
  const fire = (person: Member | null, type: EventType, data: object = {}) => {
    const { database, publish } = talking.gateway.gateway;
    const source = { workspaceId: team, userId: person?.id ?? null };
    return database.transaction((tx) => publish(tx, source, type, data, Date.now()));
  };
  const got = (path: string) => receiver.records.filter((record) => record.path === path);
  const whichGot = (text: string) =>
    receiver.records.filter(({ rawBody }) => rawBody.includes(text)).map(({ path }) => path);
  const arrives = (text: string, ...paths: string[]) =>
    expect.poll(() => whichGot(text).sort(), { timeout: patienceMs }).toEqual(paths.sort());
  const listed = async <Item = Seen>({ act }: Member, path: string) => (await act<Page<Item>>('GET', path)).body.data;

  it('is its maker’s own, or where an owner or admin made it the workspace’s', async () => {
    const { adas, bobs } = await subscribeAll();
    expect(adas).toMatchObject({ createdBy: ada.id, audience: 'workspace', inactiveReason: null });
    expect(bobs).toMatchObject({ createdBy: bob.id, audience: 'own', inactiveReason: null });
    await fire(eve, 'swarm.finished', { results: ['words of Eve'] });
    await arrives('words of Eve', '/ada', '/alan', '/eve');
    await fire(bob, 'agent.failed', { error: 'words of Bob' });
    await arrives('words of Bob', '/ada', '/alan', '/bob');
    // What says nothing of anyone is for everyone; what nobody can be named for is not.
    await fire(null, 'agent.failed', { error: 'words of nobody' });
    await fire(null, 'api.deprecated', { what: 'news' });
    await arrives('news', '/ada', '/alan', '/bob', '/eve');
    await arrives('words of nobody', '/ada', '/alan');
  });

  it('of a member leaves out the approvals of other members', async () => {
    await subscribeAll();
    const world = await startReceiver();
    try {
      const asker = await newTalker(talking.gateway, {
        person: eve,
        workspaceId: team,
        agent: { tools: ['http_fetch'], approvals: ['http_fetch'] },
      });
      talking.model.script({ toolCalls: [fetching(world, '/private')] });
      const parked = await asker.act('POST', '/agent/chat', { agentId: asker.agentId, message: 'fetch it' });
      expect(parked.status, parked.text).toBe(202);
      await arrives('/private', '/ada', '/alan', '/eve');
      await fire(bob, 'agent.completed', { last: 'of Bob' });
      await arrives('of Bob', '/ada', '/alan', '/bob');
      expect(got('/bob')).toHaveLength(1);
    } finally {
      await world.stop();
    }
  });

  it('decides who may see, change and test it', async () => {
    const { adas, alans, bobs, eves } = await subscribeAll();
    const ids = async (member: Member) => (await listed(member, '/webhooks')).map(({ id }) => id).sort();
    expect(await ids(bob)).toEqual([bobs.id]);
    expect(await ids(alan)).toEqual([adas, alans, bobs, eves].map(({ id }) => id).sort());
    for (const { id } of [adas, alans, eves])
      for (const [method, path, body] of [
        ['GET', ''],
        ['PUT', '', { url: `${receiver.url}/bob` }],
        ['DELETE', ''],
        ['POST', '/secret/rotate'],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const)
        expect((await bob.act(method, `/webhooks/${id}${path}`, body)).status, `${method} ${path}`).toBe(404);
    const replay = { webhookId: eves.id, dryRun: true };
    expect((await bob.act('POST', '/webhooks/dead-letters/replay', replay)).status).toBe(404);
    // An admin does all of it, and the webhook stays its maker's.
    const changed = await alan.act<Hook>('PUT', `/webhooks/${bobs.id}`, { description: 'Bob’s' });
    expect(changed).toMatchObject({ status: 200, body: { createdBy: bob.id, audience: 'own' } });
    await fire(eve, 'agent.completed', { words: 'of Eve' });
    await arrives('of Eve', '/ada', '/alan', '/eve');
  });

  it('holds for the inspector, deliveries and dead letters', async () => {
    const { bobs, eves } = await subscribeAll();
    receiver.reply({ status: 500 });
    await fire(eve, 'agent.failed', { error: 'words of Eve' });
    await fire(bob, 'agent.failed', { error: 'words of Bob' });
    await arrives('words of Eve', '/ada', '/alan', '/eve');
    await arrives('words of Bob', '/ada', '/alan', '/bob');
    const { database } = talking;
    const tried = 'SELECT id FROM webhook_attempts WHERE workspace_id = $1';
    await expect.poll(async () => (await database.all(tried, [team])).length, { timeout: patienceMs }).toBe(6);
    await database.run("UPDATE deliveries SET status = 'dead', due_at = NULL WHERE workspace_id = $1", [team]);
    for (const path of ['/webhook-inspector', '/webhook-inspector?eventType=agent.failed', '/webhooks/dead-letters']) {
      expect(new Set((await listed(bob, path)).map(({ webhookId }) => webhookId)), path).toEqual(new Set([bobs.id]));
      expect((await listed(ada, path)).length, path).toBeGreaterThanOrEqual(6);
    }
    const hers = (await listed(ada, `/webhooks/${eves.id}/deliveries`))[0]?.id ?? '';
    expect((await bob.act('POST', `/webhooks/deliveries/${hers}/redeliver`)).status).toBe(404);
    const [record] = (await listed(ada, '/webhook-inspector')).filter(({ webhookId }) => webhookId === eves.id);
    expect((await bob.act('GET', `/webhook-inspector/${record?.id}`)).status).toBe(404);
    expect((await eve.act('GET', `/webhook-inspector/${record?.id}`)).status).toBe(200);
    const count = async ({ act }: Member) =>
      (await act('POST', '/webhooks/dead-letters/replay', { dryRun: true })).body.count;
    expect([await count(bob), await count(alan)]).toEqual([1, 6]);
    expect((await bob.act('POST', '/webhooks/dead-letters/replay', {})).body).toMatchObject({ count: 1 });
    // What was sent outlives the webhook, for who could see it before.
    await bob.act('DELETE', `/webhooks/${bobs.id}`);
    expect((await listed(bob, '/webhook-inspector')).length).toBeGreaterThan(0);
    expect(await listed(bob, '/webhooks/dead-letters')).toEqual([]);
  });

  it('holds for test mode and its log', async () => {
    const { bobs, eves } = await subscribeAll();
    expect((await bob.act('POST', '/webhooks/test-mode/enable')).body).toEqual({ enabled: true });
    const modes = async () =>
      Promise.all([bob, eve, ada].map(async ({ act }) => (await act('GET', '/webhooks/test-mode')).body.enabled));
    expect(await modes()).toEqual([true, false, false]);
    await fire(bob, 'agent.completed', { words: 'of Bob' });
    await fire(eve, 'agent.completed', { words: 'of Eve' });
    await arrives('of Bob', '/ada', '/alan');
    await arrives('of Eve', '/ada', '/alan', '/eve');
    expect((await bob.act('POST', `/webhooks/${bobs.id}/test`)).body).toMatchObject({ intercepted: true });
    expect(await listed(bob, '/webhooks/test-mode/log')).toHaveLength(2);
    expect(await listed(eve, '/webhooks/test-mode/log')).toEqual([]);
    // The workspace's holds for everybody, and a member cannot end it.
    expect((await alan.act('POST', '/webhooks/test-mode/enable')).body).toEqual({ enabled: true });
    expect((await eve.act('POST', '/webhooks/test-mode/disable')).body).toEqual({ enabled: true });
    expect(await modes()).toEqual([true, true, true]);
    await fire(eve, 'agent.completed', { words: 'more of her' });
    await expect
      .poll(async () => (await listed(eve, '/webhooks/test-mode/log')).length, { timeout: patienceMs })
      .toBe(1);
    expect(whichGot('more of her')).toEqual([]);
    expect((await bob.act('DELETE', '/webhooks/test-mode/log')).status).toBe(204);
    const left = (await listed(ada, '/webhooks/test-mode/log')).map(({ webhookId }) => webhookId);
    expect(left).toContain(eves.id);
    expect(left).not.toContain(bobs.id);
  });

  it('ends when its maker is removed, queued retries included', async () => {
    const { bobs } = await subscribeAll();
    receiver.replyAt('/bob', { status: 503 });
    await fire(bob, 'agent.failed', { error: 'words of Bob' });
    const retrying = async () => (await listed<{ status: string }>(ada, `/webhooks/${bobs.id}/deliveries`))[0]?.status;
    await expect.poll(retrying, { timeout: patienceMs }).toBe('retrying');
    expect((await ada.act('DELETE', `/workspaces/${team}/members/${bob.id}`)).status).toBe(204);
    const sent = got('/bob').length;
    await fire(bob, 'agent.failed', { error: 'more of Bob' });
    await arrives('more of Bob', '/ada', '/alan');
    await sleep(retryMs + 500);
    expect(got('/bob')).toHaveLength(sent);
    expect(await retrying()).toBe('cancelled');
    const shown = await ada.act<Hook>('GET', `/webhooks/${bobs.id}`);
    expect(shown.body).toMatchObject({ enabled: true, createdBy: bob.id, inactiveReason: 'creator_left' });
    expect((await ada.act('POST', `/webhooks/${bobs.id}/test`)).status).toBe(409);
    // Nobody takes a member's own over.
    const enabled = await ada.act<Hook>('PUT', `/webhooks/${bobs.id}`, { enabled: true });
    expect(enabled.body).toMatchObject({ createdBy: bob.id, audience: 'own', inactiveReason: 'creator_left' });
  });

  it('ends before the next POST however the membership ended, and comes to an owner who enables it', async () => {
    const { alans } = await subscribeAll();
    receiver.replyAt('/alan', { status: 503 });
    await fire(eve, 'agent.failed', { error: 'words of Eve' });
    await arrives('words of Eve', '/ada', '/alan', '/eve');
    // Not by a request: nobody was told, as when a node dies before it can say so.
    await talking.database.run(
      "UPDATE workspace_members SET role = 'member' WHERE workspace_id = $1 AND user_id = $2",
      [team, alan.id],
    );
    const sent = got('/alan').length;
    await sleep(2 * retryMs);
    expect(got('/alan')).toHaveLength(sent);
    expect((await listed<{ status: string }>(ada, `/webhooks/${alans.id}/deliveries`))[0]?.status).toBe('cancelled');
    // Of what everybody caused, Alan sees no more than any member.
    expect((await alan.act('GET', `/webhooks/${alans.id}`)).status).toBe(404);
    expect(await listed(alan, '/webhook-inspector')).toEqual([]);
    const path = `/webhooks/${alans.id}`;
    expect((await ada.act<Hook>('GET', path)).body).toMatchObject({ inactiveReason: 'creator_lost_role' });
    const renamed = await ada.act<Hook>('PUT', path, { description: 'Whose?' });
    expect(renamed.body).toMatchObject({ createdBy: alan.id, inactiveReason: 'creator_lost_role' });
    receiver.replyAt('/alan', { status: 200 });
    const taken = await ada.act<Hook>('PUT', path, { enabled: true });
    expect(taken.body).toMatchObject({ createdBy: ada.id, audience: 'workspace', inactiveReason: null });
    await fire(bob, 'agent.failed', { error: 'words of Bob' });
    await arrives('words of Bob', '/ada', '/alan', '/bob');
  });

  it('receives nothing while its maker is suspended', async () => {
    const { alans, bobs } = await subscribeAll();
    const set = (until: number | null, person: Member) =>
      talking.database.run('UPDATE users SET disabled_at = $2 WHERE id = $1', [person.id, until]);
    receiver.replyAt('/alan', { status: 503 });
    await fire(eve, 'agent.failed', { error: 'words of Eve' });
    await arrives('words of Eve', '/ada', '/alan', '/eve');
    await set(Date.now(), alan);
    await set(Date.now(), bob);
    const sent = got('/alan').length;
    await fire(bob, 'agent.failed', { error: 'words of Bob' });
    await arrives('words of Bob', '/ada');
    await sleep(2 * retryMs);
    expect(got('/alan'), 'queued retries are not sent either').toHaveLength(sent);
    for (const { id } of [alans, bobs]) {
      expect((await ada.act<Hook>('GET', `/webhooks/${id}`)).body).toMatchObject({
        inactiveReason: 'creator_suspended',
      });
      expect((await ada.act('POST', `/webhooks/${id}/test`)).status).toBe(409);
    }
    await set(null, bob);
    await fire(bob, 'agent.failed', { error: 'Bob is back' });
    await arrives('Bob is back', '/ada', '/bob');
    receiver.replyAt('/alan', { status: 200 });
    const taken = await ada.act<Hook>('PUT', `/webhooks/${alans.id}`, { enabled: true });
    expect(taken.body).toMatchObject({ createdBy: ada.id, inactiveReason: null });
    await fire(bob, 'agent.failed', { error: 'Alan is not' });
    await arrives('Alan is not', '/ada', '/alan', '/bob');
  });

  it('of older deliveries is set by the migration', async () => {
    await subscribe(ada, '/ada');
    const { database } = talking;
    const chat = {
      agentId: (await ada.act<{ id: string }>('POST', '/agents', { name: 'Old' })).body.id,
      message: 'Hi',
    };
    expect((await eve.act('POST', '/agent/chat', chat)).status).toBe(200);
    await fire(bob, 'memory.written', { userId: bob.id });
    await fire(bob, 'swarm.finished', { swarmId: 'swm_gone', results: ['whose'] });
    await expect.poll(() => got('/ada').length, { timeout: patienceMs }).toBeGreaterThanOrEqual(3);
    const over = "SELECT id FROM deliveries WHERE workspace_id = $1 AND status <> 'succeeded'";
    await expect.poll(() => database.all(over, [team]), { timeout: patienceMs }).toEqual([]);
    const sql = readFileSync(new URL(`../../../migrations/0026_webhook_words.${engine}.sql`, import.meta.url), 'utf8');
    await database.transaction(async (tx) => {
      for (const table of ['deliveries', 'webhook_attempts'])
        await tx.run(`UPDATE ${table} SET user_id = NULL WHERE workspace_id = $1`, [team]);
      await tx.script(sql.slice(sql.indexOf('-- What is there gets its person')));
    });
    for (const table of ['deliveries', 'webhook_attempts']) {
      const rows = await database.all<{ event: string; user_id: string | null }>(
        `SELECT DISTINCT event, user_id FROM ${table} WHERE workspace_id = $1 AND event IN ('agent.completed', 'memory.written', 'swarm.finished') ORDER BY event`,
        [team],
      );
      expect(rows).toEqual([
        { event: 'agent.completed', user_id: eve.id },
        { event: 'memory.written', user_id: bob.id },
      ]);
    }
  });

  it('is enabled on creation, whatever the body says', async () => {
    expect(await subscribe(ada, '/ada', { enabled: false })).toMatchObject({ enabled: true });
  });
});
