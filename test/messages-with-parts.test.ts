import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from './harness/channels.ts';
import { engines } from './harness/databases.ts';
import { apiKey } from './harness/gateway.ts';
import { startLocalServer } from './harness/local-server.ts';
import { actingAs, quickPerson } from './harness/people.ts';
import { dataUrl, pictureOf, png } from './harness/pictures.ts';
import { newTalker, newTeam, patienceMs, startTalking, type Talker, type Talking } from './harness/talking.ts';

type Held = { type: string; fileId: string; name: string; mediaType: string; bytes: number };
type Job = { status: string; message: string; parts?: Held[]; userId: string; error: { message: string } | null };
type Schedule = { id: string; message: string; parts?: Held[]; code: string };
type Firing = { runId: string };

const image = (bytes: Buffer = png) => ({ type: 'image', data: dataUrl(bytes) });
const text = (words: string) => ({ type: 'text', text: words });

/** Every door besides chat, stream and WebSocket. */
describe.each(engines)('messages with parts at the other doors on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  let bea: Talker;
  let workspaceId: string;
  let site: Awaited<ReturnType<typeof startLocalServer>>;
  let fetches = 0;

  beforeAll(async () => {
    talking = await startTalking(engine, { settings: { EGRESS_POLICY: 'local' } });
    const [person, member] = [await quickPerson(talking.gateway, 'ada'), await quickPerson(talking.gateway, 'bea')];
    workspaceId = await newTeam(await newTalker(talking.gateway, { person }), { admin: member });
    ada = await newTalker(talking.gateway, { person, workspaceId });
    const act = actingAs(talking.gateway, member, workspaceId);
    bea = { ...member, act, agentId: ada.agentId, newAgent: ada.newAgent };
    site = await startLocalServer(async ({ response }) => {
      fetches += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    });
  });
  afterAll(async () => {
    await talking.stop();
    await site.stop();
  });

  const byKey = <Body>(path: string, body: object, headers: Record<string, string> = {}) =>
    talking.gateway.call<Body>('POST', path, { body, headers: { 'x-api-key': apiKey, ...headers } });
  const jobOf = async (who: Talker, id: string) => (await who.act<Job>('GET', `/jobs/${id}`)).body;
  const endOf = async (who: Talker, id: string) => {
    await expect.poll(async () => (await jobOf(who, id)).status, { timeout: patienceMs }).toMatch(/completed|failed/);
    return jobOf(who, id);
  };
  const count = async (sql: string, ...params: string[]) =>
    Number((await talking.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, params))?.n);
  /** Those that nothing refers to wait for the hourly cleaning. */
  const held = (fileId: string) => count('file_references WHERE file_id = $1', fileId);

  it('are taken for a person by an API key, at once and later', async () => {
    const message = [text('For you'), image()];
    const now = await byKey<{ runId: string }>('/autonomous/run', { agentId: ada.agentId, userId: bea.id, message });
    const later = await byKey<{ runId: string }>('/autonomous/run', {
      agentId: ada.agentId,
      userId: bea.id,
      message,
      async: true,
    });
    expect([now.status, later.status]).toEqual([200, 202]);
    for (const { body } of [now, later])
      expect(await endOf(bea, body.runId)).toMatchObject({
        status: 'completed',
        message: 'For you',
        parts: [text('For you'), { mediaType: 'image/png' }],
      });
    const [, part] = (await jobOf(bea, now.body.runId)).parts ?? [];
    // It is hers, not his.
    const request = { agentId: ada.agentId, message: [{ type: 'image', fileId: part?.fileId }] };
    const forAda = await byKey('/autonomous/run', { ...request, userId: ada.id });
    expect(forAda.status).toBe(404);
    expect((await byKey('/autonomous/run', { ...request, userId: bea.id })).status).toBe(200);
  });

  it('give each person of a batch their own copy, fetched once', async () => {
    const before = fetches;
    const message = [text('All of you'), { type: 'image', url: `${site.origin}/all.png` }];
    const stranger = await quickPerson(talking.gateway, 'stranger');
    const { status, body } = await byKey<{ runs: { userId: string; runId?: string; error?: { code: string } }[] }>(
      '/autonomous/batch',
      { agentId: ada.agentId, userIds: [ada.id, stranger.id, bea.id], message },
    );
    expect([status, fetches - before]).toEqual([202, 1]);
    const [mine, refused, hers] = body.runs;
    expect(refused).toMatchObject({ userId: stranger.id, error: { code: 'forbidden' } });
    const files = await Promise.all([endOf(ada, mine?.runId ?? ''), endOf(bea, hers?.runId ?? '')]);
    expect(files.map(({ parts }) => parts?.[1]?.name)).toEqual(['all.png', 'all.png']);
    expect(files[0]?.parts?.[1]?.fileId).not.toBe(files[1]?.parts?.[1]?.fileId);
    expect(await count('files WHERE user_id = $1', stranger.id)).toBe(0);
  });

  it('refuse the people of a batch whose file it is not', async () => {
    const { body: chat } = await ada.act<{ runId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: [image()],
    });
    const [part] = (await jobOf(ada, chat.runId)).parts ?? [];
    const { body } = await byKey<{ runs: object[] }>('/autonomous/batch', {
      agentId: ada.agentId,
      userIds: [ada.id, bea.id],
      message: [{ type: 'image', fileId: part?.fileId }],
    });
    expect(body.runs).toEqual([
      { userId: ada.id, runId: expect.stringMatching(/^run_/) },
      { userId: bea.id, error: { code: 'not_found', message: `File ${part?.fileId} was not found.` } },
    ]);
  });

  it('are each member’s own in a swarm, once for an Idempotency-Key', async () => {
    const members = [
      { agentId: ada.agentId, message: [text('One'), image()] },
      { agentId: ada.agentId, message: 'Two' },
    ];
    const headers = { 'idempotency-key': 'swarm' };
    const { status, body } = await ada.act<{ swarmId: string }>('POST', '/swarms', { members }, headers);
    expect(status).toBe(202);
    const files = await count('files');
    const again = await ada.act<{ swarmId: string }>('POST', '/swarms', { members }, headers);
    expect([again.body.swarmId, await count('files')]).toEqual([body.swarmId, files]);
    const swarm = await ada.act<{ results: { runId: string }[] }>('GET', `/swarms/${body.swarmId}`);
    const [one, two] = await Promise.all(swarm.body.results.map(({ runId }) => endOf(ada, runId)));
    expect(one).toMatchObject({ message: 'One', parts: [text('One'), { mediaType: 'image/png' }] });
    expect(two).not.toHaveProperty('parts');
    const foreign = [{ agentId: ada.agentId, message: [{ type: 'image', fileId: 'fil_01jd3v9k4m8q2w5x7y0z1a2b3c' }] }];
    expect((await ada.act('POST', '/swarms', { members: foreign })).status).toBe(404);
  });

  it('are kept by a cron schedule until it has another message', async () => {
    const made = await ada.act<Schedule>('POST', '/cron', {
      agentId: ada.agentId,
      cron: '0 0 1 1 *',
      message: [text('Compare'), image(pictureOf(2_000))],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Compare', parts: [text('Compare'), { bytes: 2_000 }] },
    });
    const path = `/cron/${made.body.id}`;
    const fileId = made.body.parts?.[1]?.fileId ?? '';
    expect(await held(fileId)).toBe(1);
    const fired = await ada.act<Firing>('POST', `${path}/run`);
    const job = await endOf(ada, fired.body.runId);
    expect(job).toMatchObject({ status: 'completed', message: 'Compare', parts: [text('Compare'), { fileId }] });
    // The schedule and the session of the firing.
    expect(await held(fileId)).toBe(2);

    // Somebody else cannot make it act as them with the files of its owner.
    const other = await ada.newAgent({ name: 'Other' });
    const taken = await bea.act<Schedule>('PATCH', path, { agentId: other });
    expect(taken).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await ada.act<Schedule>('PATCH', path, { cron: '@daily' })).body.parts?.[1]?.fileId).toBe(fileId);
    const changed = await bea.act<Schedule>('PATCH', path, { message: 'Just say hello' });
    expect(changed.status).toBe(200);
    expect(changed.body).not.toHaveProperty('parts');
    expect(await held(fileId)).toBe(1);
    expect((await ada.act('DELETE', path)).status).toBe(204);
  });

  it('come through a channel as files of their sender', async () => {
    const channel = await newChannel(ada.act, { agentId: ada.agentId });
    const message = [text('Where is this from?'), image()];
    const { status, body } = await sendTo(talking.gateway, channel, { message, from: 'zoe' });
    expect(status).toBe(200);
    const row = await talking.database.get<{ parts: string; owner: string; sender: string }>(
      `SELECT r.parts, f.user_id AS owner, s.sender FROM runs r
       JOIN file_references h ON h.session_id = r.session_id JOIN files f ON f.id = h.file_id
       JOIN channel_senders s ON s.user_id = f.user_id WHERE r.id = $1`,
      [body.runId],
    );
    expect(row).toMatchObject({ parts: expect.stringContaining('image/png'), sender: 'zoe' });
    // Neither the channel's owner nor another sender lends their files.
    const [, part] = JSON.parse(row?.parts ?? '[]') as Held[];
    const again = { message: [{ type: 'image', fileId: part?.fileId }] };
    expect((await sendTo(talking.gateway, channel, { ...again, from: 'yan' })).status).toBe(404);
    expect((await sendTo(talking.gateway, channel, { ...again, from: 'zoe' })).status).toBe(200);
    for (const wrong of [[], [text(' ')], [{ type: 'image' }], 7])
      expect((await sendTo(talking.gateway, channel, { message: wrong, from: 'zoe' })).status).toBe(400);
  });
});
