import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { dataUrl, png } from '../../../test/harness/pictures.ts';
import {
  newTalker,
  newTeam,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';

type Page<Item> = { data: Item[]; nextCursor: string | null };
type Session = SessionDetails & { pinned: boolean; metadata: object; updatedAt: string };
type Rated = { messageId: string; sessionId: string; userId: string; rating: number; comment: string | null };

describe.each(engines)('what people do with conversations on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());
  const newcomer = (agent: object = {}) => newTalker(talking.gateway, { agent });
  const details = async ({ act }: Talker, id: string) => (await act<Session>('GET', `/sessions/${id}`)).body;
  const titles = async ({ act }: Talker, query: string) =>
    (await act<Page<Session>>('GET', `/sessions?${query}`)).body.data.map(({ title }) => title);

  it('has a title made from the first question, without asking the model for one', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, `  Where\nis ${'the library of '.repeat(10)}Alexandria?`);
    expect(talking.model.requests).toHaveLength(1);
    const { title } = await details(ada, sessionId);
    expect(title).toMatch(/^Where is the library of .*…$/);
    expect(title.length).toBeLessThanOrEqual(80);
    await say(ada, 'And now?');
    expect((await details(ada, sessionId)).title).toBe(title);
  });

  it('takes another title, a pin and metadata, and keeps what is not named', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'first', { surface: 'a' });
    await say(ada, 'second', { surface: 'b' });
    const change = (body: object) => ada.act<Session>('PATCH', `/sessions/${sessionId}`, body);
    expect((await change({ title: ' Travel ', pinned: true })).body).toMatchObject({ title: 'Travel', pinned: true });
    expect((await change({ metadata: { color: 'red' } })).body).toMatchObject({
      title: 'Travel',
      pinned: true,
      metadata: { color: 'red' },
    });
    expect(await titles(ada, 'pinned=true')).toEqual(['Travel']);
    expect(await titles(ada, 'pinned=false')).toEqual(['second']);
    expect((await change({ pinned: false, metadata: {} })).body).toMatchObject({ pinned: false, metadata: {} });
    await say(ada, 'third', { surface: 'a' });
    expect((await details(ada, sessionId)).title).toBe('Travel');
    for (const wrong of [
      { title: ' ' },
      { title: '' },
      { title: 'x'.repeat(201) },
      { metadata: { x: 'x'.repeat(17_000) } },
    ])
      expect((await change(wrong)).status).toBe(400);
    const bob = await newcomer();
    expect((await bob.act('PATCH', `/sessions/${sessionId}`, { title: 'mine' })).status).toBe(404);
  });

  it('is forked: a new session has the history up to a message, and both go on by themselves', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'My cat is Tom.');
    const { messageId } = await say(ada, 'My dog is Rex.');
    await say(ada, 'My fish is Nemo.');
    await ada.act('PATCH', `/sessions/${sessionId}`, { metadata: { color: 'red' } });
    const { status, body: fork } = await ada.act<Session>('POST', `/sessions/${sessionId}/fork`, { messageId });
    expect(status).toBe(201);
    expect(fork).toMatchObject({
      agentId: ada.agentId,
      status: 'active',
      title: 'My cat is Tom.',
      metadata: { color: 'red' },
      messageCount: 4,
      costUsd: 0,
    });
    expect(fork.id).not.toBe(sessionId);
    const { messages } = await details(ada, sessionId);
    const copy = (await details(ada, fork.id)).messages;
    const told = ({ seq, role, content, status }: (typeof copy)[number]) => ({ seq, role, content, status });
    expect(copy.map(told)).toEqual(messages.slice(0, 4).map(told));
    expect(copy.map(({ id }) => id)).not.toContain(messages[0]?.id);

    talking.model.reset();
    expect((await say(ada, 'Who is Rex?', { sessionId: fork.id })).sessionId).toBe(fork.id);
    const sent = JSON.stringify(talking.model.requests.at(-1)?.body.messages);
    expect(sent).toContain('My dog is Rex.');
    expect(sent).not.toContain('Nemo');
    expect(await details(ada, fork.id)).toMatchObject({ messageCount: 6 });
    expect(await details(ada, sessionId)).toMatchObject({ messageCount: 6 });
    // A message without a session still reaches the first one.
    expect((await say(ada, 'hello')).sessionId).toBe(sessionId);
    const found = await ada.act<Page<{ sessionId: string }>>('GET', '/sessions/search/messages?q=Rex');
    expect(new Set(found.body.data.map((hit) => hit.sessionId))).toEqual(new Set([sessionId, fork.id]));
  });

  it('is forked only by its person, at a message that it has, within the quota', async () => {
    const [ada, bob] = await Promise.all([newcomer(), newcomer()]);
    const [hers, his] = [await say(ada, 'hers'), await say(bob, 'his')];
    const fork = ({ act }: Talker, sessionId: string, messageId: string) =>
      act('POST', `/sessions/${sessionId}/fork`, { messageId });
    expect((await fork(bob, hers.sessionId, hers.messageId)).status).toBe(404);
    expect((await fork(ada, hers.sessionId, his.messageId)).status).toBe(404);
    expect((await fork(ada, hers.sessionId, 'msg_none')).status).toBe(404);
    expect((await ada.act<Page<Session>>('GET', '/sessions')).body.data).toHaveLength(1);
  });

  it('shares its files with a fork, which keeps them when the first session is deleted', async () => {
    const ada = await newcomer();
    const { body } = await ada.act<{ sessionId: string; messageId: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: [{ type: 'image', data: dataUrl(png), name: 'cat.png' }],
    });
    const fork = await ada.act<Session>('POST', `/sessions/${body.sessionId}/fork`, { messageId: body.messageId });
    await ada.act('DELETE', `/sessions/${body.sessionId}`);
    const [first] = (await details(ada, fork.body.id)).messages as unknown as { parts: { fileId: string }[] }[];
    const fileId = first?.parts[0]?.fileId;
    expect((await ada.act('GET', `/files/${fileId}/content`)).status).toBe(200);
    await ada.act('DELETE', `/sessions/${fork.body.id}`);
    await expect.poll(async () => (await ada.act('GET', `/files/${fileId}/content`)).status).toBe(404);
  });

  it('keeps in a fork that an agent wrote its questions', async () => {
    const ada = await newcomer();
    const { sessionId, messageId } = await say(ada, 'spawned');
    await talking.database.run("UPDATE runs SET kind = 'spawn' WHERE session_id = $1", [sessionId]);
    const fork = await ada.act<Session>('POST', `/sessions/${sessionId}/fork`, { messageId });
    const { messages } = await details(ada, fork.body.id);
    expect(messages.map(({ meta }) => meta)).toEqual([{ external: true }, undefined]);
  });

  it('is exported whole, as Markdown and as JSON', async () => {
    const ada = await newcomer({ tools: ['calculator'] });
    talking.model.script(
      { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { text: 'It is 42.\n\n```\nfence\n```' },
    );
    const { sessionId } = await say(ada, 'What is 6 * 7?');
    // More than one portion.
    for (let copy = 0; copy < 210; copy += 1)
      await talking.database.run(
        `INSERT INTO messages (id, session_id, workspace_id, user_id, seq, role, agent_id, content, status, created_at)
         VALUES ($1, $2, $3, $4, $5, 'user', $6, $7, 'complete', $8)`,
        [
          `msg_${sessionId}${copy}`,
          sessionId,
          ada.workspaceId,
          ada.id,
          100 + copy,
          ada.agentId,
          `copy ${copy}`,
          Date.now(),
        ],
      );
    const get = (format: string) => ada.act('GET', `/sessions/${sessionId}/export${format}`);
    const markdown = await get('');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.headers.get('content-disposition')).toBe('attachment; filename="conversation.md"');
    expect(markdown.text).toMatch(/^# What is 6 \* 7\?\n/);
    expect(markdown.text).toMatch(
      /## Person, \S+\n\nWhat is 6 \* 7\?\n[\s\S]*Calls calculator:\n\n```json\n[\s\S]*6\*7[\s\S]*## Tool calculator,[\s\S]*42[\s\S]*## Assistant, \S+\n\nIt is 42\./,
    );
    expect(markdown.text.match(/\ncopy \d+\n/g)).toHaveLength(210);
    expect((await get('?format=markdown')).text).toBe(markdown.text);
    const { body, headers } = await ada.act<{ session: Session; messages: object[] }>(
      'GET',
      `/sessions/${sessionId}/export?format=json`,
    );
    expect(headers.get('content-disposition')).toBe('attachment; filename="conversation.json"');
    const { messages, hasMore, ...session } = await details(ada, sessionId);
    expect(body.session).toEqual(session);
    expect(body.messages.slice(-200)).toEqual(messages);
    expect(body.messages).toHaveLength(214);
    expect((await get('?format=pdf')).status).toBe(400);
    const bob = await newcomer();
    expect((await bob.act('GET', `/sessions/${sessionId}/export`)).status).toBe(404);
  });

  it('has its answers rated, and rated again', async () => {
    const ada = await newcomer();
    const { sessionId, messageId } = await say(ada, 'hello');
    const rate = (id: string, body: object) =>
      ada.act<Rated>('PUT', `/sessions/${sessionId}/messages/${id}/feedback`, body);
    expect(await rate(messageId, { rating: 1, comment: ' Good. ' })).toMatchObject({
      status: 200,
      body: { messageId, sessionId, agentId: ada.agentId, userId: ada.id, rating: 1, comment: 'Good.' },
    });
    expect((await rate(messageId, { rating: -1 })).body).toMatchObject({ rating: -1, comment: null });
    for (const wrong of [{ rating: 0 }, { rating: 2 }, {}, { rating: 1, comment: 'x'.repeat(4_001) }])
      expect((await rate(messageId, wrong)).status).toBe(400);
    const question = (await details(ada, sessionId)).messages[0]?.id ?? '';
    expect((await rate(question, { rating: 1 })).status).toBe(409);
    expect((await rate('msg_none', { rating: 1 })).status).toBe(404);
    const list = async (query: string) => (await ada.act<Page<Rated>>('GET', `/feedback${query}`)).body.data;
    expect(await list('')).toHaveLength(1);
    expect(await list(`?agentId=${ada.agentId}&rating=-1`)).toHaveLength(1);
    expect(await list('?rating=1')).toEqual([]);
    expect(await list('?agentId=agt_none')).toEqual([]);
    // It goes with its conversation.
    await ada.act('DELETE', `/sessions/${sessionId}`);
    expect(await list('')).toEqual([]);
  });

  it('shows ratings to owners and admins, and to others only their own', async () => {
    const [owner, admin, member, colleague, outsider] = await Promise.all([
      newcomer(),
      newcomer(),
      newcomer(),
      newcomer(),
      newcomer(),
    ]);
    const workspaceId = await newTeam(owner, { admin, member, 'member 2': colleague });
    const inTeam = (talker: Talker): Talker => ({ ...talker, act: actingAs(talking.gateway, talker, workspaceId) });
    const agentId = (await inTeam(owner).act<{ id: string }>('POST', '/agents', { name: 'Ours' })).body.id;
    const rate = async (talker: Talker, comment: string) => {
      const { act } = inTeam(talker);
      const { sessionId, messageId } = await say({ ...talker, act }, 'hello', { agentId });
      await act('PUT', `/sessions/${sessionId}/messages/${messageId}/feedback`, { rating: 1, comment });
      return { sessionId, messageId };
    };
    const hers = await rate(member, 'hers');
    await rate(colleague, 'theirs');
    const seen = async (talker: Talker, query = '') =>
      (await inTeam(talker).act<Page<Rated>>('GET', `/feedback${query}`)).body.data?.map(({ comment }) => comment);
    expect(await seen(owner)).toEqual(['theirs', 'hers']);
    expect(await seen(admin)).toEqual(['theirs', 'hers']);
    expect(await seen(member)).toEqual(['hers']);
    expect(await seen(colleague)).toEqual(['theirs']);
    expect((await outsider.act<Page<Rated>>('GET', '/feedback')).body.data).toEqual([]);
    expect((await owner.act<Page<Rated>>('GET', '/feedback')).body.data).toEqual([]);
    // Nobody else rates it, nor reads what was rated.
    for (const other of [owner, admin, colleague]) {
      const { act } = inTeam(other);
      const path = `/sessions/${hers.sessionId}/messages/${hers.messageId}/feedback`;
      expect((await act('PUT', path, { rating: -1 })).status).toBe(404);
      expect((await act('GET', `/sessions/${hers.sessionId}`)).status).toBe(404);
    }
    const { body } = await inTeam(owner).act<Page<Rated>>('GET', '/feedback?limit=1');
    expect(await seen(owner, `?limit=1&cursor=${body.nextCursor}`)).toEqual(['hers']);
  });

  it('tells webhooks of ratings: of everybody’s in the workspace, of one’s own', async () => {
    const [owner, member, colleague] = await Promise.all([newcomer(), newcomer(), newcomer()]);
    const workspaceId = await newTeam(owner, { member, 'member 2': colleague });
    const as = (talker: Talker) => actingAs(talking.gateway, talker, workspaceId);
    const agentId = (await as(owner)<{ id: string }>('POST', '/agents', { name: 'Ours' })).body.id;
    const hooks = new Map<string, string>();
    for (const [name, talker] of Object.entries({ owner, member, colleague })) {
      const hook = { url: 'http://127.0.0.1:9/', events: ['message.rated'] };
      const { status, body } = await as(talker)<{ id: string }>('POST', '/webhooks', hook);
      expect(status).toBe(201);
      hooks.set(name, body.id);
    }
    const { sessionId, messageId } = await say({ ...member, act: as(member) }, 'hello', { agentId });
    const path = `/sessions/${sessionId}/messages/${messageId}/feedback`;
    await as(member)('PUT', path, { rating: -1, comment: 'Wrong.' });
    const deliveries = async (name: string) =>
      Number(
        (
          await talking.database.get<{ n: number }>('SELECT count(*) AS n FROM deliveries WHERE webhook_id = $1', [
            hooks.get(name) ?? '',
          ])
        )?.n,
      );
    await expect.poll(() => deliveries('owner')).toBe(1);
    expect([await deliveries('member'), await deliveries('colleague')]).toEqual([1, 0]);
    const sent = await talking.database.get<{ body: string }>('SELECT body FROM deliveries WHERE webhook_id = $1', [
      hooks.get('owner') ?? '',
    ]);
    expect(JSON.parse(sent?.body ?? '{}').data).toEqual({
      messageId,
      sessionId,
      agentId,
      userId: member.id,
      rating: -1,
      comment: 'Wrong.',
    });
  });
});
