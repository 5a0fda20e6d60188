import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import {
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../test/harness/talking.ts';

type Page<Item> = { data: Item[]; nextCursor: string | null };
type Session = Omit<SessionDetails, 'messages' | 'hasMore'> & Record<string, unknown>;

describe.each(engines)('sessions on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());
  const newcomer = (agent: object = {}) => newTalker(talking.gateway, { agent });
  const details = async ({ act }: Talker, id: string, query = '') =>
    (await act<SessionDetails>('GET', `/sessions/${id}${query}`)).body;
  const list = async ({ act }: Talker, query = '') => (await act<Page<Session>>('GET', `/sessions${query}`)).body;
  const count = async (table: string, sessionId: string, column = 'session_id') =>
    Number(
      (
        await talking.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${column} = $1`, [
          sessionId,
        ])
      )?.n,
    );

  it('shows a session with all documented fields, and its messages, oldest first', async () => {
    const ada = await newcomer({ tools: ['calculator'] });
    talking.model.script(
      {
        toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' }, id: 'call_1' }],
        usage: { promptTokens: 10, completionTokens: 5 },
      },
      { text: '42', usage: { promptTokens: 20, completionTokens: 1 } },
    );
    const { sessionId, runId } = await say(ada, 'What is 6 * 7?', { surface: 'cli' });
    const session = await details(ada, sessionId);
    const { messages, hasMore, ...fields } = session;
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(fields).toEqual({
      id: sessionId,
      workspaceId: ada.workspaceId,
      userId: ada.id,
      agentId: ada.agentId,
      surface: 'cli',
      title: 'What is 6 * 7?',
      status: 'active',
      pinned: false,
      metadata: {},
      messageCount: 4,
      usage: { promptTokens: 30, completionTokens: 6 },
      costUsd: 0,
      createdAt: time,
      updatedAt: time,
      lastMessageAt: time,
    });
    expect(hasMore).toBe(false);
    const common = {
      id: expect.stringMatching(/^msg_/),
      runId,
      agentId: ada.agentId,
      status: 'complete',
      createdAt: time,
    };
    const call = { id: 'call_1', tool: 'calculator', params: { expression: '6*7' } };
    expect(messages).toEqual([
      { ...common, seq: 1, role: 'user', content: 'What is 6 * 7?' },
      { ...common, seq: 2, role: 'assistant', content: '', toolCalls: [call] },
      {
        ...common,
        seq: 3,
        role: 'tool',
        content: '{"expression":"6*7","result":42}',
        toolCalls: [call],
        meta: { isError: false, external: false },
      },
      { ...common, seq: 4, role: 'assistant', content: '42', usage: { promptTokens: 30, completionTokens: 6 } },
    ]);
    expect((await list(ada)).data).toEqual([fields]);
  });

  it('lists the newest first, by status and agent, a page at a time', async () => {
    const ada = await newcomer();
    const second = await ada.newAgent();
    const opened: string[] = [];
    for (const [index, agentId] of [ada.agentId, second, ada.agentId, second, ada.agentId].entries())
      opened.unshift((await say(ada, 'hello', { agentId, surface: `s${index}` })).sessionId);
    await ada.act('POST', '/agent/reset', { surface: 's4' });
    const ids = ({ data }: Page<Session>) => data.map(({ id }) => id);
    const all = await list(ada);
    expect([ids(all), all.nextCursor]).toEqual([opened, null]);
    expect(ids(await list(ada, '?status=closed'))).toEqual(opened.slice(0, 1));
    expect(ids(await list(ada, '?status=active'))).toEqual(opened.slice(1));
    expect(ids(await list(ada, `?agentId=${second}`))).toEqual([opened[1], opened[3]]);
    expect(ids(await list(ada, `?agentId=${ada.agentId}&status=active`))).toEqual([opened[2], opened[4]]);
    expect(ids(await list(ada, '?agentId=agt_none'))).toEqual([]);

    const paged: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    do {
      const page: Page<Session> = await list(ada, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...ids(page));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor);
    expect([paged, pages]).toEqual([opened, 3]);
    for (const query of ['?limit=0', '?limit=x', '?status=open', '?cursor=nonsense'])
      expect((await ada.act('GET', `/sessions${query}`)).status).toBe(400);
    expect((await ada.act('GET', '/sessions?limit=100000')).status).toBe(200);
  });

  it('pages backwards through a long conversation', async () => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, 'message 0');
    for (let sent = 1; sent < 6; sent += 1) await say(ada, `message ${sent}`);
    const newest = await details(ada, sessionId, '?limit=5');
    expect([newest.messages.map(({ seq }) => seq), newest.hasMore]).toEqual([[8, 9, 10, 11, 12], true]);
    const middle = await details(ada, sessionId, `?limit=5&before=${newest.messages[0]?.seq}`);
    expect([middle.messages.map(({ seq }) => seq), middle.hasMore]).toEqual([[3, 4, 5, 6, 7], true]);
    const oldest = await details(ada, sessionId, `?limit=5&before=${middle.messages[0]?.seq}`);
    expect([oldest.messages.map(({ seq }) => seq), oldest.hasMore]).toEqual([[1, 2], false]);
    expect((await details(ada, sessionId, '?before=1')).messages).toEqual([]);
    expect((await details(ada, sessionId)).messages).toHaveLength(12);
    expect((await details(ada, sessionId, '?limit=5000')).messages).toHaveLength(12);
    for (const query of ['limit=0', 'limit=-1', 'limit=many', 'before=0', 'before=x', 'before=1e30', 'before=1.5'])
      expect((await ada.act('GET', `/sessions/${sessionId}?${query}`)).status).toBe(400);
  });

  it.each([
    ['  a line\n\n  and\tanother  ', 'a line and another'],
    [`${'word '.repeat(40)}`, `${'word '.repeat(14)}word…`],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
    ['😀'.repeat(60), `${'😀'.repeat(39)}…`],
    ['会議の議事録を要約してください', '会議の議事録を要約してください'],
  ])('titles a session by how it begins: %j', async (message, title) => {
    const ada = await newcomer();
    const { sessionId } = await say(ada, message);
    expect((await details(ada, sessionId)).title).toBe(title);
    await say(ada, 'Something else');
    expect((await details(ada, sessionId)).title).toBe(title);
  });

  it('is visible to its person only, not to other members or the owner of the workspace', async () => {
    const [owner, admin, member] = await Promise.all([newcomer(), newcomer(), newcomer()]);
    const team = await newTeam(owner, { admin, member });
    const agentId = (await actingAs(talking.gateway, owner, team)<{ id: string }>('POST', '/agents', { name: 'Team' }))
      .body.id;
    const mine = actingAs(talking.gateway, member, team);
    const { sessionId } = (await mine<{ sessionId: string }>('POST', '/agent/chat', { agentId, message: 'mine' })).body;
    for (const other of [owner, admin]) {
      const act = actingAs(talking.gateway, other, team);
      expect((await act<Page<Session>>('GET', '/sessions')).body.data).toEqual([]);
      for (const [method, path, body] of [
        ['GET', `/sessions/${sessionId}`],
        ['DELETE', `/sessions/${sessionId}`],
        ['POST', `/sessions/${sessionId}/handoff`, { agentId }],
        ['POST', '/agent/chat', { agentId, sessionId, message: 'let me in' }],
      ] as const)
        expect((await act(method, path, body)).status).toBe(404);
    }
    // Nor in another workspace of the same person.
    expect((await member.act('GET', `/sessions/${sessionId}`)).status).toBe(404);
    expect((await mine('GET', `/sessions/${sessionId}`)).status).toBe(200);
  });

  it('is deleted with all its contents', async () => {
    const ada = await newcomer({ tools: ['calculator'] });
    talking.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }, 'xylophone');
    const { sessionId, runId } = await say(ada, 'unforgettable words');
    const kept = await say(ada, 'other words', { surface: 'kept' });
    const search = (q: string) => ada.act<Page<unknown>>('GET', `/sessions/search/messages?q=${q}`);
    expect((await search('xylophone')).body.data).toHaveLength(1);
    const words = async () => {
      // SQLite indexes what is missing before a search.
      await search('words');
      return Number((await talking.database.get<{ n: number }>('SELECT count(*) AS n FROM message_words'))?.n);
    };
    const before = await words();

    const gone = await ada.act('DELETE', `/sessions/${sessionId}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const table of ['messages', 'runs', 'approvals']) expect(await count(table, sessionId)).toBe(0);
    for (const table of ['tool_calls', 'run_events']) expect(await count(table, runId, 'run_id')).toBe(0);
    expect(before - (await words())).toBe(2);
    expect((await search('xylophone')).body.data).toEqual([]);
    expect((await search('unforgettable')).body.data).toEqual([]);
    expect((await search('words')).body.data).toHaveLength(2);
    for (const path of [`/sessions/${sessionId}`, `/jobs/${runId}`])
      expect((await ada.act('GET', path)).status).toBe(404);
    expect((await ada.act('DELETE', `/sessions/${sessionId}`)).status).toBe(404);
    expect((await list(ada)).data.map(({ id }) => id)).toEqual([kept.sessionId]);
    // Its costs stay.
    expect(await count('usage_records', runId, 'run_id')).toBe(2);
    const next = await say(ada, 'again');
    expect(next.sessionId).not.toBe(sessionId);
  });

  it('is deleted while runs are under way and queued: they are cancelled, and their clients are told', async () => {
    const ada = await newcomer();
    talking.model.script({ text: 'a b c d', chunks: 4, cut: { afterChunks: 2, by: 'silence' } });
    const client = await openTalk(talking.gateway.url, ada);
    client.send({ type: 'message', agentId: ada.agentId, message: 'run', surface: 'api' });
    const { sessionId } = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    const waiting = [1, 2].map((number) =>
      ada.act<{ stopReason?: string }>('POST', '/agent/chat', { agentId: ada.agentId, message: `wait ${number}` }),
    );
    await expect.poll(() => count('runs', sessionId as string), { timeout: patienceMs }).toBe(3);
    expect((await ada.act('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled' });
    // Cancelled, or deleted with the session: the client gets a response in either case.
    for (const { status, body } of await Promise.all(waiting))
      expect(status === 200 ? body.stopReason : status).toBe(status === 200 ? 'cancelled' : 404);
    expect(talking.model.requests).toHaveLength(1);
    expect(await count('runs', sessionId as string)).toBe(0);
    client.close();
  });

  it('is deleted completely while it is written to, and no request hangs', async () => {
    const ada = await newcomer();
    talking.model.reply(() => ({ text: 'yes', delayMs: 5 }));
    for (let round = 0; round < 10; round += 1) {
      const { sessionId } = await say(ada, 'begin');
      const talk = Array.from({ length: 4 }, () =>
        ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'more', ...(round % 2 ? { sessionId } : {}) }),
      );
      const gone = await ada.act('DELETE', `/sessions/${sessionId}`);
      const answers = await Promise.all(talk);
      expect(gone.status).toBe(204);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      // A client that named no session has a new one.
      if (round % 2 === 0) for (const { status } of answers) expect([200, 404]).toContain(status);
      for (const table of ['messages', 'runs']) expect(await count(table, sessionId)).toBe(0);
      for (const { id } of (await list(ada)).data) await ada.act('DELETE', `/sessions/${id}`);
    }
  });

  describe('reset', () => {
    const reset = async ({ act }: Talker, body?: unknown) =>
      (await act<{ reset: string[] }>('POST', '/agent/reset', body)).body.reset;

    it('closes sessions by agent and surface, or all; the next message opens a new one', async () => {
      const ada = await newcomer();
      const second = await ada.newAgent();
      const open = async (agentId: string, surface: string) => (await say(ada, 'hi', { agentId, surface })).sessionId;
      const first = await Promise.all([
        open(ada.agentId, 'web'),
        open(ada.agentId, 'cli'),
        open(second, 'web'),
        open(second, 'cli'),
      ]);
      expect(await reset(ada, { agentId: ada.agentId, surface: 'web' })).toEqual([first[0]]);
      expect(await reset(ada, { agentId: ada.agentId, surface: 'web' })).toEqual([]);
      expect((await details(ada, first[0])).status).toBe('closed');
      const reopened = await open(ada.agentId, 'web');
      expect(reopened).not.toBe(first[0]);
      expect((await reset(ada, { agentId: ada.agentId })).sort()).toEqual([first[1], reopened].sort());
      expect(await reset(ada, { surface: 'cli' })).toEqual([first[3]]);
      expect(await reset(ada)).toEqual([first[2]]);
      // A closed session can be read, not written to.
      const late = { agentId: ada.agentId, sessionId: first[0], message: 'more' };
      expect((await ada.act('POST', '/agent/chat', late)).body).toMatchObject({ status: 409, code: 'conflict' });
      expect((await details(ada, first[0])).messages).toHaveLength(2);
      const fresh = await open(ada.agentId, 'web');
      expect(await reset(ada, null)).toEqual([fresh]);
      const last = await open(ada.agentId, 'web');
      expect(await reset(ada, {})).toEqual([last]);
      expect((await ada.act('POST', '/agent/reset', { surface: 7 })).status).toBe(400);
      expect((await ada.act('POST', '/agent/reset', [])).status).toBe(400);
    });

    it('does not touch other people’s sessions', async () => {
      const [ada, bob] = await Promise.all([newcomer(), newcomer()]);
      const { sessionId } = await say(bob, 'mine');
      expect(await reset(ada)).toEqual([]);
      const others = await ada.act('POST', '/agent/reset', { agentId: bob.agentId });
      expect([others.status, others.body]).toMatchObject([403, { code: 'agent_not_available' }]);
      expect((await details(bob, sessionId)).status).toBe('active');
    });

    it('is 404 for an unknown agent and 403 for one that is not available, and closes nothing then', async () => {
      const [ada, bob] = await Promise.all([newcomer(), newcomer()]);
      const { sessionId } = await say(ada, 'mine');
      const tried = (body: object) => ada.act('POST', '/agent/reset', body);
      expect((await tried({ agentId: 'agt_nobody' })).body).toMatchObject({ status: 404, code: 'not_found' });
      expect((await tried({ agentId: 'agt_nobody', surface: 'api' })).status).toBe(404);
      const grant = { agentId: bob.agentId, workspaceId: ada.workspaceId };
      await bob.act('POST', `/workspaces/${bob.workspaceId}/grants`, grant);
      const lent = (await say(ada, 'lent', { agentId: bob.agentId })).sessionId;
      await bob.act('DELETE', `/workspaces/${bob.workspaceId}/grants`, grant);
      expect((await tried({ agentId: bob.agentId })).body).toMatchObject({ status: 403, code: 'agent_not_available' });
      for (const id of [sessionId, lent]) expect((await details(ada, id)).status).toBe('active');
      await bob.act('POST', `/workspaces/${bob.workspaceId}/grants`, grant);
      expect(await reset(ada, { agentId: bob.agentId })).toEqual([lent]);
      // A session of a deleted agent can still be closed, once.
      await ada.act('DELETE', `/agents/${ada.agentId}`);
      expect(await reset(ada, { agentId: ada.agentId })).toEqual([sessionId]);
      expect((await tried({ agentId: ada.agentId })).status).toBe(404);
    });

    it('lets a run under way end in the old session', async () => {
      const ada = await newcomer();
      talking.model.script({ text: 'late', delayMs: 700 });
      const running = say(ada, 'slow');
      await talking.model.waitFor(1, patienceMs);
      const closed = await reset(ada);
      const { sessionId, content } = await running;
      expect([closed, content]).toEqual([[sessionId], 'late']);
      expect((await details(ada, sessionId)).messages).toHaveLength(2);
      expect((await say(ada, 'new')).sessionId).not.toBe(sessionId);
    });

    it('never makes a concurrent message fail', async () => {
      const ada = await newcomer();
      for (let round = 0; round < 10; round += 1) {
        await say(ada, 'begin');
        const [answer] = await Promise.all([
          ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'now' }),
          reset(ada),
        ]);
        expect(answer.status).toBe(200);
      }
    });
  });
});
