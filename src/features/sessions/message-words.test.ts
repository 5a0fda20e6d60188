import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPlace, type Place } from '../../../test/harness/databases.ts';
import { newTalker, say, startTalking } from '../../../test/harness/talking.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { readConfig } from '../../config.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createMessageSearch } from './message-search.ts';
import { createMessageWords } from './message-words.ts';
import { insertMessage } from './messages.store.ts';

const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void warnings.push(message),
  error: () => undefined,
};
const ada = { workspaceId: newId('ws', 1), userId: newId('usr', 1) };
const sessionId = newId('ses', 1);
const messagesIndexed = 'SELECT COUNT(*) AS n FROM message_words';

/** PostgreSQL writes the words with the message: message-search.test.ts. */
describe('the words of messages on sqlite', () => {
  let place: Place;
  let database: Database;
  let transactions = 0;
  let isFull = false;
  beforeAll(async () => {
    place = await newPlace('sqlite');
    const { database: settings } = readConfig({ JWT_SECRET: 'x'.repeat(32), ...place.settings });
    database = openDatabase(settings, () => undefined);
    const { workspaceId, userId } = ada;
    await database.run(
      "INSERT INTO users (id, email, password_hash, default_workspace_id, created_at) VALUES ($1, 'ada@example.com', '', $2, 1)",
      [userId, workspaceId],
    );
    await database.run("INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'Test', 1)", [workspaceId]);
    await database.run(
      `INSERT INTO sessions (id, workspace_id, user_id, opened_agent_id, agent_id, surface, status, created_at, updated_at)
       VALUES ($1, $2, $3, '', '', '', 'active', 1, 1)`,
      [sessionId, workspaceId, userId],
    );
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });

  const newWords = () => {
    const transaction: Database['transaction'] = async (work) => {
      if (isFull) throw new Error('The disk is full.');
      transactions += 1;
      return database.transaction(work);
    };
    return createMessageWords({ database: { ...database, transaction }, log });
  };
  let words: ReturnType<typeof newWords>;
  let search: ReturnType<typeof createMessageSearch>;
  beforeEach(async () => {
    words = newWords();
    search = createMessageSearch(database, words);
    await words.upToDate();
    transactions = 0;
  });

  let last = 0;
  const insert = async (tx: Transaction, content: string) => {
    last += 1;
    const message = { id: newId('msg', last), sessionId, ...ada, runId: null, seq: last, agentId: '', now: 1 };
    await insertMessage(tx, { ...message, role: 'user', status: 'complete', content });
    return message.id;
  };
  const add = (content: string) => database.transaction((tx) => insert(tx, content));
  const remove = (id: string) => database.run('DELETE FROM messages WHERE id = $1', [id]);
  const indexed = async () => (await database.get<{ n: number }>(messagesIndexed))?.n ?? 0;
  const found = async (question: string) =>
    (await search(ada, question, 100, undefined)).data.map(({ messageId }) => messageId);

  it('are there for every search, also of a message that was stored a moment before', async () => {
    for (const word of ['apricot', 'blackberry', 'cherry']) {
      const before = await indexed();
      const id = await add(`a ${word}`);
      expect(await indexed()).toBe(before);
      expect(await found(word)).toEqual([id]);
    }
  });

  it('are written once, also by several at a time, and after a failure', async () => {
    const [one, two] = [await add('quince one'), await add('quince two')];
    await add('… !');
    isFull = true;
    expect(await found('quince')).toEqual([]);
    expect(warnings).toEqual(['words of messages are not indexed yet']);
    isFull = false;
    await Promise.all([words.upToDate(), words.upToDate(), newWords().upToDate()]);
    expect(await found('quince')).toEqual([two, one]);
    // A message without words counts as done, too.
    transactions = 0;
    await words.upToDate();
    expect(transactions).toBe(0);
  });

  it('are written a few at a time', async () => {
    const long = `${'word '.repeat(20_000)} longest`;
    const lastLong = await database.transaction(async (tx) => {
      for (let i = 0; i < 300; i += 1) await insert(tx, `short ${i}`);
      for (let i = 0; i < 2; i += 1) await insert(tx, long);
      return insert(tx, long);
    });
    await words.upToDate();
    // 128 + 128 + 44 short ones, and each long one alone.
    expect(transactions).toBe(6);
    expect((await found('longest'))[0]).toBe(lastLong);
    expect(await found('"short 299"')).toHaveLength(1);
  });

  it('do not keep a search waiting for long', async () => {
    await database.transaction(async (tx) => {
      for (let i = 0; i < 200; i += 1) await insert(tx, `papaya ${'long '.repeat(20_000)}`);
    });
    const began = performance.now();
    await words.upToDate(30);
    expect(transactions).toBeGreaterThan(0);
    expect(transactions).toBeLessThan(200);
    expect(performance.now() - began).toBeLessThan(onThisMachine(1_000));
    await words.upToDate();
    expect((await search(ada, 'papaya', 100, undefined)).nextCursor).not.toBeNull();
  });

  it('are not written for what was deleted meanwhile, and the next message is found all the same', async () => {
    const before = await indexed();
    const gone = await add('a durian');
    await Promise.all([remove(gone), words.upToDate()]);
    await remove(await add('a second durian'));
    await words.upToDate();
    expect(await indexed()).toBe(before);
    const third = await add('a third durian');
    await words.upToDate();
    // The newest with words goes, one without words stays.
    const fourth = await add('a fourth durian');
    await remove(third);
    expect(await found('durian')).toEqual([fourth]);
    expect(await indexed()).toBe(before + 1);
  });

  it('are all written when the gateway stops', async () => {
    const before = await indexed();
    words.background.start();
    await add('the last one');
    await words.background.stop();
    expect(await indexed()).toBe(before + 1);
  });

  it('are written within a second or two though nobody searches', async () => {
    const talking = await startTalking('sqlite');
    try {
      await say(await newTalker(talking.gateway), 'hello');
      const count = async () => (await talking.database.get<{ n: number }>(messagesIndexed))?.n;
      await expect.poll(count, { timeout: 10_000, interval: 50 }).toBe(2);
    } finally {
      await talking.stop();
    }
  });
});
