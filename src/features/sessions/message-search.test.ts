import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { newTalker, newTeam, say, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import type { Engine } from '../../platform/db/database.ts';
import { insertMessage } from './messages.store.ts';

type Hit = {
  sessionId: string;
  messageId: string;
  agentId: string;
  role: string;
  snippet: string;
  score: number;
  createdAt: string;
};
type Page = { data: Hit[]; nextCursor: string | null };

/** Queries and the messages they find. Each message is answered with a dot, which is no word. */
const corpus = {
  fox: 'The quick brown fox jumps over the lazy dog.',
  foxes: 'Foxes are quick; a fox, brown or red, is quicker!',
  order: 'Order #4711-B: 3 × “Größe L”, naïve café crème, 1.299,00 €',
  german: 'Die Donaudampfschifffahrtsgesellschaft hat ihre Straße gefegt.',
  french: "L'été dernier, j'ai dû l'œuvre achever à l'hôtel.",
  turkish: 'İstanbul’da ışık var',
  greek: 'Η οδός είναι μεγάλη',
  russian: 'Ёлка стоит в лесу, берёза тоже',
  arabic: 'السَّلَامُ عَلَيْكُمْ يا أحمد',
  hebrew: 'שָׁלוֹם עולם',
  hindi: 'मुझे हिन्दी में किताब पढ़नी है',
  chinese: '我们正在研究生命的起源，苹果手机很贵。',
  japanese: '東京都に住んでいます。ﾊﾞｽで行きます。',
  korean: '저는 서울에서 살고 있습니다',
  thai: 'ฉันรักประเทศไทยมากที่สุด',
  vietnamese: 'Tôi nói tiếng Việt',
  emoji: 'Great job 👍🏽 see you 👩‍💻 in 🇩🇪 ❤️',
  code: 'Use `foo_bar(baz: qux*)` AND NOT "near" in C++ or node.js v24',
  mixed: 'iPhone手机 2024年モデル',
};
type Name = keyof typeof corpus;
const names = Object.keys(corpus) as Name[];

const questions: [string, Name[]][] = [
  ['fox', ['foxes', 'fox']],
  ['FOX', ['foxes', 'fox']],
  ['quick fox', ['foxes', 'fox']],
  ['"quick brown fox"', ['fox']],
  ['"fox quick"', []],
  ['"brown fox" jumps', ['fox']],
  ['fox -lazy', ['foxes']],
  ['fox -"brown fox"', ['foxes']],
  ['fox -brown', []],
  ['-fox', []],
  ['fo', []],
  ['4711', ['order']],
  ['4711-B', ['order']],
  ['cafe creme', ['order']],
  ['CAFÉ', ['order']],
  ['cafe\u0301', ['order']],
  ['grösse', ['order']],
  ['1.299,00', ['order']],
  ['donaudampfschifffahrtsgesellschaft', ['german']],
  ['Donau\u00addampfschifffahrtsgesellschaft', ['german']],
  ['schifffahrt', []],
  ['strasse', ['german']],
  ['STRASSE', ['german']],
  ['ete', ['french']],
  ['oeuvre hotel', ['french']],
  ['istanbul', ['turkish']],
  ['ısık', ['turkish']],
  ['ΟΔΟΣ', ['greek']],
  ['елка', ['russian']],
  ['السلام', ['arabic']],
  ['احمد', ['arabic']],
  ['שלום', ['hebrew']],
  ['हिन्दी', ['hindi']],
  ['हन्द', []],
  ['研究', ['chinese']],
  ['研究生', ['chinese']],
  ['生命', ['chinese']],
  ['苹果手机', ['chinese']],
  ['手机', ['mixed', 'chinese']],
  ['机手', []],
  ['果', ['chinese']],
  ['"苹果 很贵"', []],
  ['起源 苹果', ['chinese']],
  ['生命 -苹果', []],
  ['東京', ['japanese']],
  ['京都', ['japanese']],
  ['住んで', ['japanese']],
  ['バス', ['japanese']],
  ['ハス', []],
  ['서울', ['korean']],
  ['ประเทศไทย', ['thai']],
  ['ไทย', ['thai']],
  ['tieng viet', ['vietnamese']],
  ['tiếng', ['vietnamese']],
  ['👍', ['emoji']],
  ['👍🏿', ['emoji']],
  ['"👩‍💻"', ['emoji']],
  ['🇩🇪', ['emoji']],
  ['🇫🇷', []],
  ['❤', ['emoji']],
  ['foo_bar', ['code']],
  ['c++', ['code']],
  ['node.js', ['code']],
  ['AND NOT near', ['code']],
  ['iphone', ['mixed']],
  ['iPhone手机', ['mixed']],
  ['2024年', ['mixed']],
  ['', []],
  ['"', []],
  ['-', []],
  ['***', []],
];

describe.each(engines)('search on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  const ids = new Map<string, Name>();
  beforeAll(async () => {
    talking = await startTalking(engine);
    talking.model.reply(() => '.');
    ada = await newTalker(talking.gateway);
    for (const name of names) {
      const { sessionId } = await say(ada, corpus[name], { surface: name });
      ids.set(sessionId, name);
    }
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reply(() => '.'));
  const search = async (talker: Talker, q: string, more = '') => {
    const { status, body } = await talker.act<Page>(
      'GET',
      `/sessions/search/messages?q=${encodeURIComponent(q)}${more}`,
    );
    return { status, ...body };
  };

  // The same expectations on both engines, order included: newest first.
  it.each(questions)('finds %j', async (question, expected) => {
    const { status, data } = await search(ada, question, '&limit=200');
    expect([status, data.map(({ sessionId }) => ids.get(sessionId))]).toEqual([200, [...expected].sort(newestFirst)]);
  });

  it('gives the place of each match and a snippet', async () => {
    const { data, nextCursor } = await search(ada, 'fox');
    const session = [...ids].find(([, name]) => name === 'fox')?.[0];
    expect(nextCursor).toBeNull();
    expect(data[1]).toEqual({
      sessionId: session,
      messageId: expect.stringMatching(/^msg_/),
      agentId: ada.agentId,
      role: 'user',
      snippet: corpus.fox,
      score: 0.5,
      createdAt: expect.stringMatching(/Z$/),
    });
    // The same with `query`; without either it is refused.
    expect((await ada.act<Page>('GET', '/sessions/search/messages?query=fox')).body.data).toEqual(data);
    expect((await ada.act('GET', '/sessions/search/messages')).status).toBe(400);
    expect((await ada.act('GET', `/sessions/search/messages?q=${'x'.repeat(1_001)}`)).status).toBe(400);
  });

  it('shows the text around the match, in whole characters', async () => {
    const bob = await newTalker(talking.gateway);
    const filler = 'lorem ipsum '.repeat(50);
    await say(bob, `${filler}the partying ended, but the Crème de la crème of ART was there ${filler}`);
    await say(bob, `${'😀'.repeat(201)} needle ${'😀'.repeat(201)}`, { surface: 'emoji' });
    const snippet = async (q: string) => (await search(bob, q)).data[0]?.snippet ?? '';
    expect(await snippet('art')).toMatch(/^….*of ART was there.*…$/);
    expect(await snippet('creme')).toMatch(/^….*Crème de la.*…$/);
    expect((await snippet('art')).length).toBeLessThanOrEqual(162);
    const emoji = await snippet('needle');
    expect(emoji).toContain('needle');
    expect(emoji.isWellFormed()).toBe(true);
    expect(emoji).not.toContain('\ufffd');
    const scores = await say(bob, 'art art art').then(() => search(bob, 'art'));
    expect(scores.data.map(({ score }) => score)).toEqual([0.75, 0.5]);
  });

  it('searches messages of people and agents, not results of tools', async () => {
    const bob = await newTalker(talking.gateway, { agent: { tools: ['calculator'] } });
    talking.model.script(
      { text: 'zebra', toolCalls: [{ name: 'calculator', arguments: { expression: '123456+1' } }] },
      'giraffe',
    );
    await say(bob, 'okapi');
    for (const [q, roles] of [
      ['zebra', ['assistant']],
      ['giraffe', ['assistant']],
      ['okapi', ['user']],
      ['123457', []],
    ] as const)
      expect((await search(bob, q)).data.map(({ role }) => role)).toEqual(roles);
  });

  it('pages newest first, without a gap or a repeat, while messages are added and deleted', async () => {
    const bob = await newTalker(talking.gateway);
    const sessions: string[] = [];
    for (let number = 0; number < 7; number += 1)
      sessions.unshift((await say(bob, `needle ${number}`, { surface: `s${number}` })).sessionId);
    const first = await search(bob, 'needle', '&limit=3');
    expect(first.data.map(({ sessionId }) => sessionId)).toEqual(sessions.slice(0, 3));
    await say(bob, 'one more needle', { surface: 'late' });
    // Deletes the last message of the first page and one of the second.
    await bob.act('DELETE', `/sessions/${sessions[2]}`);
    await bob.act('DELETE', `/sessions/${sessions[4]}`);
    const second = await search(bob, 'needle', `&limit=3&cursor=${first.nextCursor}`);
    expect(second.data.map(({ sessionId }) => sessionId)).toEqual([sessions[3], sessions[5], sessions[6]]);
    expect(second.nextCursor).toBeNull();
    for (const wrong of [
      'limit=0',
      'limit=x',
      'cursor=nonsense',
      `cursor=${Buffer.from("before.' OR 1=1").toString('base64url')}`,
    ])
      expect((await bob.act('GET', `/sessions/search/messages?q=needle&${wrong}`)).status).toBe(400);
  });

  it('finds words in long messages, and stores the longest allowed', async () => {
    const bob = await newTalker(talking.gateway);
    const longWord = 'ქ'.repeat(950);
    await say(bob, `${'word '.repeat(20_000)} ${longWord} haystackneedle`);
    await say(bob, `${'的人口很多'.repeat(5_000)}，最后一句话在这里`, { surface: 'long' });
    for (const q of ['haystackneedle', longWord, '最后一句话', `"${longWord} haystackneedle"`])
      expect((await search(bob, q)).data).toHaveLength(1);
    // As many different words as fit, in one byte a letter and in three.
    const different = (alphabet: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        [index % 97, Math.floor(index / 97) % 97, Math.floor(index / 9_409)]
          .map((place) => String.fromCodePoint(alphabet + place))
          .join(''),
      ).join(' ');
    for (const text of [
      different(0x4e00, 30_000),
      different(0x10d0, 30_000),
      Array.from({ length: 70_000 }, (_, index) => index.toString(36)).join(' '),
    ])
      await say(bob, text, { surface: text.slice(0, 5) });
    expect((await search(bob, '1a7')).data).toHaveLength(1);
  });

  it('finds only the person’s own messages in the workspace, for any query', async () => {
    const [owner, member] = await Promise.all([newTalker(talking.gateway), newTalker(talking.gateway)]);
    const team = await newTeam(owner, { member });
    const agentId = (await actingAs(talking.gateway, owner, team)<{ id: string }>('POST', '/agents', { name: 'Team' }))
      .body.id;
    const inTeam = (who: Talker) => ({ ...who, act: actingAs(talking.gateway, who, team) });
    const { sessionId } = await say(inTeam(member), 'secret kangaroo', { agentId });
    expect((await search(inTeam(member), 'kangaroo')).data).toHaveLength(1);
    const scope = `${team}${member.id}`.replaceAll('_', '');
    for (const q of [
      'kangaroo',
      `scope:${scope} kangaroo`,
      `scope : "${scope}" AND words : kangaroo`,
      `@${scope} kangaroo`,
      `'@${scope}' & 'kangaroo'`,
      `${scope}`,
      `kangaroo') OR 1=1 --`,
      `kangaroo" OR scope : "${scope}`,
      `x OR words : kangaroo`,
      `{scope words} : kangaroo`,
      `kangaroo*`,
      `^kangaroo`,
      `NEAR(secret kangaroo)`,
      `secret | kangaroo`,
      `!x | 'kangaroo'`,
    ]) {
      for (const other of [inTeam(owner), owner, member]) {
        const { status, data } = await search(other, q);
        expect([q, status, data]).toEqual([q, 200, []]);
      }
    }
    expect((await search(inTeam(member), 'kangaroo*')).data[0]?.sessionId).toBe(sessionId);
  });

  it('never fails, for any input', async () => {
    const operators = fc.constantFrom(
      ...['"', "'", '(', ')', '*', ':', '^', '-', '+', '&', '|', '!', '<->', '<0>', '\\', '{', '}', '[', ']', '~', '@'],
      ...[
        'AND',
        'OR',
        'NOT',
        'NEAR',
        'NEAR/2',
        'scope',
        'words',
        '🇩',
        '\u0301',
        '\u200d',
        'ﷺ',
        '\ud83d',
        '%',
        '_',
        ' ',
      ],
    );
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc
        .array(fc.oneof(operators, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 30 })
        .map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
      fc.constantFrom(...names).map((name) => corpus[name]),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const q = text.replaceAll('\0', '').toWellFormed();
        const { status, data } = await search(ada, q);
        expect(status).toBe(200);
        for (const { sessionId } of data) expect(ids.has(sessionId)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('finds every message by its own words, in any language', async () => {
    for (const name of names) {
      const { data } = await search(ada, corpus[name].replace(/(^|\s)-/g, ' '));
      expect([name, data.map(({ sessionId }) => ids.get(sessionId))]).toEqual([name, expect.arrayContaining([name])]);
    }
  });

  it('keeps no words of a message that is deleted with the commit that stores it, before its words or after', async () => {
    const { database } = talking;
    const eve = await newTalker(talking.gateway);
    const { sessionId } = await say(eve, 'hello');
    const stored = async () => {
      await search(eve, 'hello');
      return (await database.get<{ n: number }>('SELECT COUNT(*) AS n FROM message_words')) as { n: number };
    };
    const add = (id: string, seq: number) =>
      database.transaction((tx) =>
        insertMessage(tx, {
          ...{ id, sessionId, seq, workspaceId: eve.workspaceId, userId: eve.id, runId: null, agentId: '', now: 1 },
          ...{ role: 'user', status: 'complete', content: `secret ${id}` },
        }),
      );
    const remove = (id: string) => database.run('DELETE FROM messages WHERE id = $1', [id]);
    const before = await stored();
    if (engine === 'sqlite') await Promise.all([add('msg_gone', 901), remove('msg_gone'), add('msg_kept', 902)]);
    else
      for (const act of [() => add('msg_gone', 901), () => remove('msg_gone'), () => add('msg_kept', 902)]) await act();
    expect(await stored()).toEqual({ n: Number(before.n) + 1 });
    expect((await search(eve, 'secret')).data.map(({ messageId }) => messageId)).toEqual(['msg_kept']);
    await remove('msg_kept');
    expect(await stored()).toEqual(before);
  });

  it('does not slow down with other people’s messages', async () => {
    const bob = await newTalker(talking.gateway);
    for (const word of ['common', 'rare', '苹果']) await say(bob, `a ${word} word`, { surface: word });
    // The best of many: the time of a search on an idle machine.
    const best = async (q: string) => {
      let least = Number.POSITIVE_INFINITY;
      for (let asked = 0; asked < 25; asked += 1) {
        const started = performance.now();
        expect((await search(bob, q)).data).toHaveLength(1);
        least = Math.min(least, performance.now() - started);
      }
      return least;
    };
    const before = (await best('common')) + (await best('苹果'));
    await crowd(talking, engine, 50_000);
    const after = (await best('common')) + (await best('苹果'));
    // A scan of everyone's messages takes fifty times as long.
    expect(after / before).toBeLessThan(10);
  }, 120_000);
});

const newestFirst = (one: Name, other: Name) => names.indexOf(other) - names.indexOf(one);

/** Messages of a thousand strangers, all with the same words in them. */
async function crowd({ database, gateway }: Talking, engine: Engine, count: number): Promise<void> {
  const stranger = await newTalker(gateway);
  const { sessionId } = await say(stranger, 'hello');
  const people = 1_000;
  await database.transaction(async (tx) => {
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
    const message = `'msg_0' || i, '${sessionId}', '${stranger.workspaceId}', '${stranger.id}', i + 100, 'user', '', 'a common 苹果 word', 'complete', i`;
    const into = 'id, session_id, workspace_id, user_id, seq, role, agent_id, content, status, created_at';
    const words = 'a common 苹果 word 苹 果';
    if (engine === 'sqlite') {
      await tx.run(
        `INSERT INTO message_words (rowid, scope, words) ${numbers} SELECT i + 1000000, 'stranger' || (i % ${people}), '${words}' FROM n`,
      );
      await tx.run(`INSERT INTO messages (${into}, search_id) ${numbers} SELECT ${message}, i + 1000000 FROM n`);
      return;
    }
    await tx.run('SET LOCAL statement_timeout = 0');
    await tx.run(`INSERT INTO messages (${into}) ${numbers} SELECT ${message} FROM n`);
    const vector = words
      .split(' ')
      .map((word, index) => `''${word}'':${index + 1}`)
      .join(' ');
    await tx.run(
      `INSERT INTO message_words (message_id, scope, words) ${numbers}
       SELECT 'msg_0' || i, 'stranger' || (i % ${people}), CAST('''@stranger' || (i % ${people}) || ''' ${vector}' AS tsvector) FROM n`,
    );
  });
}
