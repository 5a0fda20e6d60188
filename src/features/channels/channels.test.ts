import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewChannel, newChannel, sendTo } from '../../../test/harness/channels.ts';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { ownPassword } from '../../../test/harness/people.ts';
import { newTalker, newTeam, say, type Talker } from '../../../test/harness/talking.ts';

type Channel = { id: string; name: string; agentId: string; enabled: boolean; hmac: Record<string, unknown> };

describe.each(engines)('channels on %s', (engine) => {
  let gateway: TestGateway;
  let ada: Talker;
  let channel: NewChannel;

  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { RATE_LIMIT_CHANNEL: '30' } });
    ada = await newTalker(gateway);
    channel = await newChannel(ada.act, { agentId: ada.agentId });
  });
  afterAll(() => gateway?.stop());

  const count = async (table: string, where: string, ...params: string[]) => {
    const row = await gateway.gateway.database.get<{ n: number }>(
      `SELECT count(*) AS n FROM ${table} WHERE ${where}`,
      params,
    );
    return Number(row?.n);
  };
  const sender = async (channelId: string, name: string) =>
    (
      await gateway.gateway.database.get<{ user_id: string }>(
        'SELECT user_id FROM channel_senders WHERE channel_id = $1 AND sender = $2',
        [channelId, name],
      )
    )?.user_id ?? '';

  it('are made, read, changed and deleted; their secret is shown once and stored sealed', async () => {
    const made = await newChannel(ada.act, { name: 'Shop', agentId: ada.agentId });
    expect(made.hmac.secret).toMatch(/^whsec_/);
    const read = await ada.act<Channel>('GET', `/channels/${made.id}`);
    expect(read.body).toMatchObject({
      name: 'Shop',
      agentId: ada.agentId,
      enabled: true,
      replyUrl: null,
      hmac: { preset: null, header: 'X-Signature', algorithm: 'sha256', prefix: '', timestampHeader: null },
    });
    const changed = await ada.act<Channel>('PUT', `/channels/${made.id}`, {
      name: 'Store',
      hmac: { header: 'X-Sign', algorithm: 'sha1', prefix: 'sha1=' },
    });
    expect(changed.body).toMatchObject({
      name: 'Store',
      hmac: { header: 'X-Sign', algorithm: 'sha1', prefix: 'sha1=' },
    });
    const github = await ada.act<Channel>('PUT', `/channels/${made.id}`, { hmac: { preset: 'github' } });
    expect(github.body.hmac).toMatchObject({ preset: 'github', header: 'X-Hub-Signature-256', prefix: 'sha256=' });
    const list = await ada.act<{ data: Channel[] }>('GET', '/channels');
    expect(list.body.data.map(({ id }) => id)).toContain(made.id);
    for (const { text } of [read, changed, github, list]) expect(text).not.toContain(made.hmac.secret);
    expect(await count('channels', 'secret LIKE $1', `%${made.hmac.secret}%`)).toBe(0);
    expect((await ada.act('DELETE', `/channels/${made.id}`)).status).toBe(204);
    expect((await ada.act('GET', `/channels/${made.id}`)).status).toBe(404);
  });

  it('are refused with an agent of others, an unknown one, a forbidden address or a bad secret', async () => {
    const bob = await newTalker(gateway);
    const refused = async (fields: object) => {
      const { status, body } = await ada.act('POST', '/channels', { name: 'x', agentId: ada.agentId, ...fields });
      return [status, body.code];
    };
    expect(await refused({ agentId: bob.agentId })).toEqual([403, 'agent_not_available']);
    expect(await refused({ agentId: 'agt_unknown' })).toEqual([404, 'not_found']);
    expect(await refused({ replyUrl: 'http://169.254.169.254/latest' })).toEqual([400, 'validation_failed']);
    expect(await refused({ hmac: { secret: 'short' } })).toEqual([400, 'validation_failed']);
    expect(await refused({ hmac: { header: 'no good' } })).toEqual([400, 'validation_failed']);
    const moved = await ada.act('PUT', `/channels/${channel.id}`, { agentId: bob.agentId });
    expect(moved.body.code).toBe('agent_not_available');
  });

  it('give each sender a session of their own, and never the creator’s', async () => {
    await say(ada, 'My name is Adelaide.');
    const [first, second, third] = [
      await sendTo(gateway, channel, { message: 'My name is Zora.', from: 'one' }),
      await sendTo(gateway, channel, { message: 'What is my name?', from: 'one', n: 2 }),
      await sendTo(gateway, channel, { message: 'What is my name?', from: 'two', n: 3 }),
    ];
    expect(first.status).toBe(200);
    expect(second.body.sessionId).toBe(first.body.sessionId);
    expect(second.body.content).toContain('Zora');
    expect(third.body.sessionId).not.toBe(first.body.sessionId);
    expect(third.body.content).not.toContain('Zora');
    expect(third.body.content).not.toContain('Adelaide');

    // Memory is the sender's too.
    const remembered = async (name: string) => count('memory_entries', 'user_id = $1', await sender(channel.id, name));
    await expect.poll(() => remembered('one'), { timeout: 40_000 }).toBeGreaterThan(0);
    expect(await remembered('two')).toBe(0);
    expect(await count('memory_entries', 'content LIKE $1 AND user_id = $2', '%Zora%', ada.id)).toBe(0);

    const own = await ada.act<{ data: { id: string }[] }>('GET', '/sessions');
    expect(own.body.data.map(({ id }) => id)).not.toContain(first.body.sessionId);
    expect((await ada.act('GET', `/sessions/${first.body.sessionId}`)).status).toBe(404);
    expect((await ada.act('GET', `/jobs/${first.body.runId}`)).status).toBe(404);
    const found = await ada.act<{ data: unknown[] }>('GET', '/sessions/search/messages?q=Zora');
    expect(found.body.data).toEqual([]);
    const run = await gateway.gateway.database.get<{ kind: string }>('SELECT kind FROM runs WHERE id = $1', [
      first.body.runId,
    ]);
    expect(run?.kind).toBe('channel');
  });

  it('answer the same message again with the first answer, also when both come at once', async () => {
    const body = { message: 'Say hello', from: 'echo' };
    const answers = await Promise.all([1, 2, 3].map(() => sendTo(gateway, channel, body)));
    answers.push(await sendTo(gateway, channel, body));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(3);
    const other = await sendTo(gateway, channel, { ...body, id: 'another' });
    expect(other.body.runId).not.toBe(answers[0]?.body.runId);
  });

  it('try a message again whose run failed', async () => {
    const retried = await newChannel(ada.act, { agentId: ada.agentId });
    const body = { message: 'Once more', from: 'again' };
    const first = await sendTo(gateway, retried, body);
    await gateway.gateway.database.run("UPDATE runs SET status = 'failed' WHERE id = $1", [first.body.runId]);
    const second = await sendTo(gateway, retried, body);
    expect(second.status).toBe(200);
    expect(second.body.runId).not.toBe(first.body.runId);
  });

  it('tell a sender that has the secret what is wrong', async () => {
    const doomed = await ada.newAgent();
    const short = await newChannel(ada.act, { agentId: doomed });
    const problem = async (body: unknown, headers?: Record<string, string>) => {
      const { status, body: said } = await sendTo<{ code: string }>(gateway, short, body, headers);
      return [status, said.code];
    };
    expect(await problem({ from: 'x' })).toEqual([400, 'validation_failed']);
    expect(await problem({ message: '  ' })).toEqual([400, 'validation_failed']);
    expect(await problem({ message: 'x', from: 'y'.repeat(201) })).toEqual([400, 'validation_failed']);
    expect(await problem('[1]')).toEqual([400, 'validation_failed']);
    expect(await problem('{"broken')).toEqual([400, 'malformed_json']);
    expect(await problem('a=b', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type']);
    await ada.act('DELETE', `/agents/${doomed}`);
    expect(await problem({ message: 'Hello?' })).toEqual([404, 'not_found']);
    await ada.act('PUT', `/channels/${short.id}`, { enabled: false });
    expect(await problem({ message: 'Hello?' })).toEqual([403, 'forbidden']);
  });

  it('do not make senders members: they are in no list, count or invitation', async () => {
    const eve = await newTalker(gateway);
    const team = await newTeam(eve, {});
    const inTeam = await newTalker(gateway, { person: eve, workspaceId: team });
    const open = await newChannel(inTeam.act, { agentId: inTeam.agentId });
    expect((await sendTo(gateway, open, { message: 'Hello', from: 'guest' })).status).toBe(200);
    const userId = await sender(open.id, 'guest');
    const workspace = await inTeam.act<{ members: { userId: string }[] }>('GET', `/workspaces/${team}`);
    expect(workspace.body.members.map(({ userId }) => userId)).toEqual([eve.id]);
    const invite = (body: object) => inTeam.act('POST', `/workspaces/${team}/members`, body);
    expect((await invite({ userId })).status).toBe(404);
    expect((await inTeam.act('DELETE', `/workspaces/${team}/members/${userId}`)).status).toBe(404);
    const stats = await inTeam.act<{ activeUsers: number; sessions: { total: number } }>(
      'GET',
      `/workspaces/${team}/stats`,
    );
    expect(stats.body).toMatchObject({ activeUsers: 0, sessions: { total: 1 } });
    const login = { email: `sender:${open.id}`, password: '!' };
    expect((await gateway.call('POST', '/auth/login', { body: login })).status).toBe(400);
    // The last person takes the workspace along, and with it everyone who wrote to it.
    expect((await eve.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(await count('users', 'id = $1', userId)).toBe(0);
    expect(await count('sessions', 'user_id = $1', userId)).toBe(0);
  });

  it('erase all their senders when they are deleted', async () => {
    const short = await newChannel(ada.act, { agentId: ada.agentId });
    for (let index = 0; index < 22; index += 1)
      await sendTo(gateway, short, { message: 'Remember the quetzal', from: `guest ${index}` });
    const userId = await sender(short.id, 'guest 7');
    expect(await count('messages', 'user_id = $1', userId)).toBe(2);
    // The beginning of a word may be shared with others'.
    const words = async () =>
      engine === 'postgres' ? 0 : count('message_words_data', "instr(block, CAST('tzal' AS BLOB)) > 0");
    if (engine === 'sqlite') await expect.poll(words, { timeout: 10_000 }).toBeGreaterThan(0);
    expect((await ada.act('DELETE', `/channels/${short.id}`)).status).toBe(204);
    expect(await words()).toBe(0);
    for (const table of ['messages', 'sessions', 'runs', 'memory_entries', 'usage_records', 'usage_days'])
      expect(await count(table, 'user_id = $1', userId), table).toBe(0);
    expect(await count('users', "kind = 'sender' AND email LIKE $1", `%${short.id}%`)).toBe(0);
    expect((await sendTo(gateway, short, { message: 'Hello', from: 'guest 7' })).status).toBe(401);
  });

  it('allow only so many messages a minute', async () => {
    const busy = await newChannel(ada.act, { agentId: ada.agentId });
    const ask = async (index: number) => (await sendTo(gateway, busy, { index })).status;
    for (let index = 0; index < 30; index += 1) expect(await ask(index)).toBe(400);
    expect(await ask(30)).toBe(429);
    // A sender without the secret does not use up the limit.
    expect((await gateway.call('POST', `/channels/${busy.id}/inbound`, { body: {} })).status).toBe(401);
    expect((await sendTo(gateway, channel, { message: 'Hello', from: 'elsewhere' })).status).toBe(200);
  });
});
