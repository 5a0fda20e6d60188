import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from './harness/channels.ts';
import { filesOf, foundIn, newCanary } from './harness/database-files.ts';
import { engines, newPlace, type Place } from './harness/databases.ts';
import { type FakeModel, startFakeModel } from './harness/fake-model.ts';
import { apiKey, startGateway, type TestGateway } from './harness/gateway.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from './harness/people.ts';
import { unlistedColumns } from './harness/peoples-words.ts';
import { tablesWith } from './harness/tables-with.ts';
import { newTalker, newTeam, patienceMs } from './harness/talking.ts';
import { type Receiver, startReceiver } from './harness/webhook-receiver.ts';

const retryMs = 1_500;

describe.each(engines)('erasing a person who is in the middle of many activities on %s', (engine) => {
  let place: Place;
  let gateway: TestGateway;
  let model: FakeModel;
  let receiver: Receiver;
  beforeAll(async () => {
    [place, model, receiver] = await Promise.all([newPlace(engine), startFakeModel(), startReceiver()]);
    gateway = await startGateway(engine, {
      place,
      settings: {
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        DEFAULT_MODEL: 'openai-compatible/fake',
        WEBHOOK_RETRY_DELAYS: `${retryMs}ms,1h,1h,1h,1h`,
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([model.stop(), receiver.stop(), place.remove()]);
  });

  it('knows for every text column of a person how it is erased', async () => {
    expect(await unlistedColumns(gateway.gateway.database)).toEqual([]);
  });

  it('leaves no byte of their data, sends none of it, and keeps the data of others', async () => {
    const { database } = gateway.gateway;
    const canaries: Record<string, string> = {};
    const text = (label: string) => {
      canaries[label] = newCanary();
      return canaries[label];
    };
    const ok = async <Body = { id: string }>(answer: ReturnType<Act>): Promise<Body> => {
      const { status, text: said, body } = await answer;
      expect(status, said).toBeLessThan(300);
      return body as Body;
    };
    // The agent repeats its input, and asks for approval before it fetches.
    model.reply(({ body }) => {
      const said = JSON.stringify(body.messages?.at(-1)?.content ?? '');
      const [word = ''] = /please fetch [a-z]+/.exec(said) ?? [];
      if (word === '') return `You said ${said}`;
      return { toolCalls: [{ name: 'http_fetch', arguments: { url: `${receiver.url}/${word.slice(13)}` } }] };
    });

    const owner = await newTalker(gateway);
    const [bob, carol] = [await quickPerson(gateway, 'bob'), await quickPerson(gateway, 'carol')];
    const team = await newTeam(owner, { member: bob, admin: carol });
    const within = (person: QuickPerson): Act => actingAs(gateway, person, team);
    const [ada, bobs, carols] = [within(owner), within(bob), within(carol)];
    const agent = { name: 'Helper', tools: ['http_fetch'], approvals: ['http_fetch'] };
    const { id: agentId } = await ok(ada('POST', '/agents', agent));

    // The workspace's webhooks: one that answers, one that fails, one that is dead-lettered, one that never answers.
    receiver.replyAt('/well', ({ rawBody }) => ({ body: rawBody.toString() }));
    receiver.replyAt('/failing', { status: 500 });
    receiver.replyAt('/given-up', { status: 500 });
    receiver.replyAt('/slow', { status: 500, delayMs: 4_000 });
    const hook = (path: string, events = ['*']) =>
      ok(ada('POST', '/webhooks', { url: `${receiver.url}${path}`, events }));
    await hook('/well');
    await hook('/failing');
    const givenUp = await hook('/given-up');
    await hook('/slow');
    // The person's own webhook, in test mode.
    const ownHook = { url: `${receiver.url}/own/${text('address')}`, events: ['*'], description: text('description') };
    await ok(bobs('POST', '/webhooks', ownHook));
    await ok(bobs('POST', '/webhooks/test-mode/enable'));
    const kept = { url: `${receiver.url}/carol`, events: ['webhook.disabled'] };
    const { id: carolsHook } = await ok(carols('POST', '/webhooks', kept));

    const chat = { agentId, message: `Remember ${text('message')}`, surface: text('surface') };
    await ok(bobs('POST', '/agent/chat', chat, { 'idempotency-key': text('idempotency key') }));
    const branching = { agentId, message: `Ask ${text('question that is left')}`, surface: 'branching' };
    const left = await ok<{ sessionId: string; messageId: string }>(bobs('POST', '/agent/chat', branching));
    const session = `/sessions/${left.sessionId}`;
    const rating = { rating: -1, comment: text('comment') };
    await ok(bobs('PUT', `${session}/messages/${left.messageId}/feedback`, rating));
    await ok(bobs('PATCH', session, { title: text('title'), metadata: { [text('metadata name')]: text('metadata') } }));
    await ok(bobs('POST', `${session}/fork`, { messageId: left.messageId }));
    await ok(bobs('POST', `${session}/regenerate`, { message: `Ask ${text('other question')}` }));
    await ok(bobs('POST', '/memory/notes', { content: text('note') }));
    const plain = { 'content-type': 'text/plain' };
    const long = `${text('beginning of a file')} ${'and so on '.repeat(20_000)} ${text('end of a file')}`;
    await ok(bobs('POST', `/files?name=${text('file name')}.txt`, long, plain));
    const cron = { agentId, message: `Say ${text('cron message')}`, name: text('cron name'), cron: '30 7 * * *' };
    const { id: cronId } = await ok(bobs('POST', '/cron', cron));
    await ok(bobs('POST', `/cron/${cronId}/run`));
    const watched = { type: 'http', url: `${receiver.url}/watched`, intervalSeconds: 86_400, agentId };
    await ok(bobs('POST', '/heartbeat', { ...watched, name: 'Watch', prompt: `Tell ${text('prompt')}` }));
    const members = [{ agentId, message: `Look at ${text('swarm message')}` }];
    await ok(bobs('POST', '/swarms', { members }, { 'idempotency-key': 'swarm' }));
    const asked = { agentId, message: `please fetch ${text('params')}`, surface: 'asking' };
    await ok(bobs('POST', '/agent/chat', asked));
    const batch = { agentId, userIds: [bob.id], message: `News of ${text('batch')}` };
    const byKey = { 'x-api-key': apiKey, 'idempotency-key': 'batch' };
    expect((await gateway.call('POST', '/autonomous/batch', { body: batch, headers: byKey })).status).toBe(202);
    // Messages of a sender through a channel are not Bob's, although he made the channel.
    const channel = await newChannel(bobs, { agentId });
    const stranger = newCanary();
    expect((await sendTo(gateway, channel, { from: 'stranger', message: stranger })).status).toBe(200);
    // An approval in the owner's run that Carol decides, with a reason.
    const waiting = await ok<{ approval: { requestId: string } }>(
      ada('POST', '/agent/chat', { agentId, message: 'please fetch nothing' }),
    );
    const decision = { decision: 'deny', reason: newCanary() };
    await ok(carols('POST', `/approvals/${waiting.approval.requestId}/resolve`, decision));
    expect(await tablesWith(database, decision.reason)).toContain('approvals');
    const adas = newCanary();
    await ok(ada('POST', '/agent/chat', { agentId, message: adas, surface: 'hers' }));

    // All webhooks have received their events.
    const told = (path: string, event: string) =>
      receiver.records.some((record) => record.path === path && record.json.event === event);
    await expect
      .poll(
        () =>
          ['swarm.finished', 'approval.requested', 'agent.completed', 'memory.written'].filter(
            (event) => !told('/well', event),
          ),
        { timeout: patienceMs },
      )
      .toEqual([]);
    const statuses = async () =>
      (await database.all<{ status: string }>('SELECT DISTINCT status FROM deliveries WHERE user_id = $1', [bob.id]))
        .map(({ status }) => status)
        .sort();
    await expect.poll(() => told('/given-up', 'swarm.finished'), { timeout: patienceMs }).toBe(true);
    await database.run("UPDATE deliveries SET status = 'dead', due_at = NULL, claim = NULL WHERE webhook_id = $1", [
      givenUp.id,
    ]);
    // New events, so that one delivery is being retried and one is under way at the moment of the erasure.
    await ok(bobs('POST', '/memory/notes', { content: text('last note') }));
    await expect
      .poll(statuses, { timeout: patienceMs })
      .toEqual(['dead', 'intercepted', 'pending', 'retrying', 'succeeded']);
    const before = await filesOf(place);
    // Of the idempotency key only a digest is stored.
    const stored = Object.keys(canaries).filter((label) => label !== 'idempotency key');
    expect(foundIn(before, canaries).sort()).toEqual(stored.sort());

    if (engine === 'postgres') await database.run('ANALYZE');
    expect((await bobs('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    const erasedAt = Date.now();
    expect((await carols('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await tablesWith(database, bob.id)).toEqual([]);
    expect(await tablesWith(database, carol.id)).toEqual([]);
    // Longer than the pause before the next retry, and than a delivery under way takes.
    await sleep(Math.max(2 * retryMs, 5_000));
    const words = Object.values(canaries);
    const after = receiver.records.filter(({ receivedAt }) => receivedAt > erasedAt);
    expect(after.filter(({ rawBody, path }) => words.some((word) => `${path} ${rawBody}`.includes(word)))).toEqual([]);
    expect(await tablesWith(database, bob.id)).toEqual([]);
    const files = await filesOf(place);
    expect(foundIn(files, canaries)).toEqual([]);
    // The owner's conversation with the agent stays; the reason of the decision was Carol's.
    expect(await tablesWith(database, decision.reason)).not.toContain('approvals');
    // PostgreSQL's planner keeps samples of ids, which tell nothing, of a table that became empty.
    if (engine === 'sqlite') expect(files.includes(bob.id)).toBe(false);
    // The data of the workspace, the owner and the sender is still there.
    expect(foundIn(files, { adas, stranger })).toEqual(['adas', 'stranger']);
    expect((await ada('GET', `/channels/${channel.id}`)).status).toBe(200);
    expect((await ada('GET', `/webhooks/${carolsHook}`)).body).toMatchObject({
      createdBy: null,
      inactiveReason: 'creator_left',
    });
    expect((await ada('PUT', `/webhooks/${carolsHook}`, { enabled: true })).body).toMatchObject({
      createdBy: owner.id,
      inactiveReason: null,
    });
  });

  it('leaves nothing of a workspace with no other member', async () => {
    const { database } = gateway.gateway;
    const dora = await newTalker(gateway);
    const canaries = { description: newCanary(), sender: newCanary(), said: newCanary(), reply: newCanary() };
    const ok = async (answer: ReturnType<Act>) => expect((await answer).status).toBeLessThan(300);
    receiver.replyAt(`/${canaries.reply}`, { status: 500 });
    const hook = { url: `${receiver.url}/failing`, events: ['*'], description: canaries.description };
    await ok(dora.act('POST', '/webhooks', hook));
    const replyUrl = `${receiver.url}/${canaries.reply}`;
    const channel = await newChannel(dora.act, { agentId: dora.agentId, replyUrl });
    const said = { from: canaries.sender, message: canaries.said };
    expect((await sendTo(gateway, channel, said)).status).toBeLessThan(300);
    await receiver.waitFor(({ path }) => path === `/${canaries.reply}`);
    const jobs = "SELECT id FROM jobs WHERE queue = 'channel-replies'";
    await expect.poll(() => database.all(jobs), { timeout: patienceMs }).toHaveLength(1);
    expect(foundIn(await filesOf(place), canaries).sort()).toEqual(Object.keys(canaries).sort());
    expect((await dora.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    const erasedAt = Date.now();
    expect(await tablesWith(database, dora.workspaceId)).toEqual([]);
    await sleep(2 * retryMs);
    const later = receiver.records.filter(({ receivedAt }) => receivedAt > erasedAt);
    expect(later.filter(({ rawBody }) => rawBody.includes(canaries.said))).toEqual([]);
    expect(foundIn(await filesOf(place), canaries)).toEqual([]);
  });
});
