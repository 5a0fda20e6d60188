import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { entries, rssFeed } from '../../../test/harness/feeds.ts';
import { startGateway } from '../../../test/harness/gateway.ts';
import { ownPassword, quickPerson } from '../../../test/harness/people.ts';
import { type Heartbeat, newHeartbeat, runNow, settled } from '../../../test/harness/schedules.ts';
import { newTalker, newTeam, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Problem = { code: string; errors: { path: string }[] };
const hourMs = 3_600_000;

describe.each(engines)('a heartbeat that fails on %s', (engine) => {
  let talking: Talking;
  let server: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    [talking, server] = await Promise.all([
      startTalking(engine, { settings: { HEARTBEAT_TIMEOUT: '300ms' } }),
      startReceiver(),
    ]);
    ada = await newTalker(talking.gateway);
  });
  beforeEach(() => {
    server.reset();
    talking.model.reset();
  });
  afterAll(async () => {
    await talking?.stop();
    await server?.stop();
  });

  const found = async (id: string) => (await ada.act<Heartbeat>('GET', `/heartbeat/${id}`)).body;
  const watch = (fields: object = {}) =>
    newHeartbeat(ada.act, { url: `${server.url}/feed`, agentId: ada.agentId, ...fields });
  const failures = (id: string, count: number) =>
    talking.database.run('UPDATE schedules SET consecutive_failures = $2 WHERE id = $1', [id, count]);
  const due = (id: string) => {
    const now = Date.now();
    return talking.database.run('UPDATE schedules SET next_run_at = $2 WHERE id = $1', [id, now - 10]);
  };
  const wake = () => talking.gateway.gateway.bus.publish('schedules', '');

  it.each([
    ['is no feed', { body: '<html><body>Hello</body></html>' }, 200, /cannot be read as RSS/],
    ['is cut off', { body: rssFeed(entries('a')).slice(0, -40) }, 200, /cannot be read as RSS/],
    ['is too large', { body: `${rssFeed(entries('a'))}${' '.repeat(2_200_000)}` }, 200, /larger than 2 MiB/],
    ['answers an error', { status: 500, body: rssFeed(entries('a')) }, 500, /status 500/],
    ['never answers', { hang: true }, null, /No answer within 300 ms/],
    ['breaks off', { drop: true }, null, /could not be reached/],
    ['redirects to a metadata service', { redirect: 'http://169.254.169.254/latest' }, null, /address/],
    ['redirects to itself', { redirect: '/feed' }, 302, /status 302/],
  ] as const)('says why it failed: its address %s', async (_what, reply, httpStatus, error) => {
    server.replyAt('/feed', reply);
    const { id } = await watch();
    expect(await runNow(ada.act, id)).toMatchObject({
      status: 'failed',
      itemCount: 0,
      httpStatus,
      runId: null,
      error: expect.stringMatching(error),
    });
    expect(await found(id)).toMatchObject({ enabled: true, consecutiveFailures: 1 });
    // The next look finds all items: none was lost.
    server.replyAt('/feed', { body: rssFeed(entries('a', 'b')) });
    expect(await runNow(ada.act, id)).toMatchObject({ status: 'ok', itemCount: 2 });
    await settled(ada.act, `/heartbeat/${id}`);
    expect(talking.model.requests).toHaveLength(1);
  });

  it('backs off, and is switched off after twenty failures in a row', async () => {
    server.replyAt('/feed', { status: 404 });
    const { id } = await watch({ intervalSeconds: 30 });
    const fails = async (before: number) => {
      await failures(id, before);
      await due(id);
      wake();
      return expect
        .poll(async () => (await found(id)).consecutiveFailures, { timeout: 40_000 })
        .toBe(before + 1)
        .then(() => found(id));
    };
    const waits = async (before: number) => Date.parse((await fails(before)).nextRunAt ?? '') - Date.now();
    expect((await waits(0)) / 30_000).toBeCloseTo(1, 0);
    expect((await waits(2)) / 120_000).toBeCloseTo(1, 0);
    expect((await waits(15)) / hourMs).toBeCloseTo(1, 0);
    expect(await fails(19)).toMatchObject({
      enabled: false,
      nextRunAt: null,
      disabledReason: expect.stringContaining('status 404'),
    });

    // A disabled heartbeat can still be run by hand; that does not enable it.
    server.replyAt('/feed', { body: rssFeed([]) });
    expect(await runNow(ada.act, id)).toMatchObject({ status: 'no_change' });
    expect(await found(id)).toMatchObject({ enabled: false });
    const { body } = await ada.act<Heartbeat>('PATCH', `/heartbeat/${id}`, { enabled: true });
    expect(body).toMatchObject({ enabled: true, consecutiveFailures: 0, disabledReason: null });
    expect(Date.parse(body.nextRunAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('counts a failed run as a failure', async () => {
    server.replyAt('/feed', { body: rssFeed(entries('a')) });
    talking.model.reply(() => ({ status: 400, message: 'No.' }));
    const { id } = await watch();
    await failures(id, 19);
    expect(await runNow(ada.act, id)).toMatchObject({ status: 'ok' });
    const [run] = await settled(ada.act, `/heartbeat/${id}`);
    expect(run).toMatchObject({ status: 'failed', itemCount: 1, error: expect.stringMatching(/^The agent failed: /) });
    expect(await found(id)).toMatchObject({ enabled: false, consecutiveFailures: 20 });
  });

  it('fails when its agent or its owner no longer exists', async () => {
    server.replyAt('/feed', { body: rssFeed(entries('a')) });
    const agentId = await ada.newAgent();
    const orphan = await watch({ agentId });
    await ada.act('DELETE', `/agents/${agentId}`);
    expect(await runNow(ada.act, orphan.id)).toMatchObject({
      status: 'failed',
      error: `Agent ${agentId} was not found.`,
    });

    const [bob, eve] = await Promise.all([quickPerson(talking.gateway), quickPerson(talking.gateway)]);
    const team = await newTeam(ada, { member: bob, 'member too': eve });
    const [inTeam, bobs, eves] = await Promise.all(
      [ada, bob, eve].map((person) => newTalker(talking.gateway, { person, workspaceId: team })),
    );
    if (!inTeam || !bobs || !eves) throw new Error('no team');
    const [his, hers] = await Promise.all(
      [bobs, eves].map(({ act }) => newHeartbeat(act, { url: `${server.url}/feed`, agentId: inTeam.agentId })),
    );
    await inTeam.act('DELETE', `/workspaces/${team}/members/${bob.id}`);
    expect(
      (await talking.gateway.call('DELETE', '/auth/me', { token: eve.accessToken, body: ownPassword })).status,
    ).toBe(204);
    expect(await runNow(inTeam.act, his?.id ?? '')).toMatchObject({
      status: 'failed',
      error: 'The person it acts as is no longer a member of the workspace.',
    });
    expect(server.records).toEqual([]);
    // Her heartbeat was deleted with her account.
    expect((await inTeam.act('GET', `/heartbeat/${hers?.id}`)).status).toBe(404);
    // The person who changes what it does becomes its owner.
    const path = `/heartbeat/${his?.id}`;
    expect((await inTeam.act<Heartbeat>('PATCH', path, { name: 'His' })).body.userId).toBe(bob.id);
    expect((await inTeam.act<Heartbeat>('PATCH', path, { prompt: 'Look.' })).body.userId).toBe(ada.id);
    expect(await runNow(inTeam.act, his?.id ?? '')).toMatchObject({ status: 'ok', itemCount: 1 });
    await settled(inTeam.act, path);
  });

  it.each([
    ['cron', { intervalSeconds: 60, cron: '* * * * *' }],
    ['intervalSeconds', { intervalSeconds: null }],
    ['intervalSeconds', { intervalSeconds: 29 }],
    ['cron', { intervalSeconds: null, cron: 'every day' }],
    ['cron', { intervalSeconds: null, cron: '60 * * * *' }],
    ['cron', { intervalSeconds: null, cron: '* * * * * *' }],
    ['cron', { intervalSeconds: null, cron: '0 0 30 2 *' }],
    ['cron', { intervalSeconds: null, cron: '2030-01-01T00:00:00' }],
    ['timezone', { intervalSeconds: null, cron: '* * * * *', timezone: 'Mars/Base' }],
    ['timezone', { timezone: 'Europe/Berlin' }],
    ['type', { type: 'ftp' }],
    ['url', { url: 'file:///etc/passwd' }],
    ['url', { url: 'http://169.254.169.254/' }],
    ['url', { url: 'nonsense' }],
  ])('is refused for its %s: %j', async (path, fields) => {
    const body = { type: 'rss', url: server.url, agentId: ada.agentId, intervalSeconds: 60, ...fields };
    const refused = await ada.act<Problem>('POST', '/heartbeat', body);
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body.errors.map((error) => error.path)).toContain(path);
  });

  it('is refused for an agent that does not exist or belongs to another workspace', async () => {
    const stranger = await newTalker(talking.gateway);
    const of = (agentId: string | undefined) =>
      ada.act<Problem>('POST', '/heartbeat', { type: 'rss', url: server.url, intervalSeconds: 60, agentId });
    expect(await of('agt_none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await of(stranger.agentId)).toMatchObject({ status: 403, body: { code: 'agent_not_available' } });
    expect(await of(undefined)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { id } = await watch();
    expect((await ada.act('PATCH', `/heartbeat/${id}`, { agentId: stranger.agentId })).status).toBe(403);
    expect((await ada.act('PATCH', `/heartbeat/${id}`, { url: 'http://169.254.169.254/' })).status).toBe(400);
    expect((await ada.act('PATCH', `/heartbeat/${id}`, { intervalSeconds: 5 })).status).toBe(400);
  });

  it('can be changed by any subset of its fields', async () => {
    const { id } = await watch();
    const change = async (fields: object) => (await ada.act<Heartbeat>('PATCH', `/heartbeat/${id}`, fields)).body;
    expect(await change({ cron: '0 9 * * *', timezone: 'Asia/Tokyo' })).toMatchObject({
      intervalSeconds: null,
      cron: '0 9 * * *',
      timezone: 'Asia/Tokyo',
      nextRunAt: expect.stringContaining('T00:00:00.000Z'),
    });
    expect(await change({ timezone: 'UTC' })).toMatchObject({ nextRunAt: expect.stringContaining('T09:00:00.000Z') });
    expect(await change({ name: 'New' })).toMatchObject({ name: 'New', cron: '0 9 * * *', timezone: 'UTC' });
    expect(await change({ intervalSeconds: 60 })).toMatchObject({ intervalSeconds: 60, cron: null, timezone: null });
    expect(await change({ enabled: false })).toMatchObject({ enabled: false, nextRunAt: null });
  });
});

it('reaches only addresses that the egress policy allows, redirects included', async () => {
  const gateway = await startGateway('sqlite', { settings: { EGRESS_POLICY: 'public' } });
  const server = await startReceiver();
  try {
    const ada = await newTalker(gateway);
    const body = { type: 'http', agentId: ada.agentId, intervalSeconds: 86_400 };
    for (const url of [server.url, 'http://10.0.0.1/', 'http://[::1]/', 'http://localhost:1/'])
      expect((await ada.act('POST', '/heartbeat', { ...body, url })).status, url).toBe(400);
    const { id } = await newHeartbeat(ada.act, { ...body, url: 'http://example.com/' });
    expect((await ada.act('PATCH', `/heartbeat/${id}`, { url: server.url })).status).toBe(400);
    // As if the name had been allowed when the heartbeat was made, and resolved to another address since.
    await gateway.gateway.database.run('UPDATE schedules SET url = $2 WHERE id = $1', [id, server.url]);
    expect(await runNow(ada.act, id)).toMatchObject({ status: 'failed', httpStatus: null });
    expect(server.records).toEqual([]);
  } finally {
    await gateway.stop();
    await server.stop();
  }
});
