import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, foundIn, newCanary } from '../../../../test/harness/database-files.ts';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { type Act, actingAs, ownPassword, type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';

describe.each(engines)('erased memory on %s', (engine) => {
  let place: Place;
  let gateway: TestGateway;

  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { place });
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
  });

  type Somebody = { person: QuickPerson; as: Act; canaries: Record<string, string>; vector: Buffer };

  /** Stores an entry in every tier and a conversation, and waits for words and vectors. */
  async function rememberAll(name: string): Promise<Somebody> {
    const person = await quickPerson(gateway, name);
    const as = actingAs(gateway, person);
    const { database } = gateway.gateway;
    const canaries: Record<string, string> = {};
    const text = (label: string) => {
      canaries[label] = newCanary();
      return canaries[label];
    };
    const ok = async (method: string, path: string, body: object) => {
      const answer = await as<{ id: string }>(method, path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    await ok('POST', '/memory/notes', { content: `Keep ${text('note')}` });
    const { id } = await ok('POST', '/memory/notes', { content: `Keep ${text('a note before it was rewritten')}` });
    await ok('PUT', `/memory/entries/${id}`, { content: `Keep ${text('a rewritten note')}` });
    await ok('POST', '/memory/daily', { content: `Keep ${text('day')}` });
    await ok('PUT', '/memory/profile', { fields: { [text('name of a field')]: text('field') } });
    const agent = await ok('POST', '/agents', { name: 'Listener' });
    const message = `My favourite colour is ${text('message')}. I live in ${text('captured')}.`;
    await ok('POST', '/agent/chat', { agentId: agent.id, message, surface: text('surface') });
    await ok('POST', '/agent/reset', { agentId: agent.id, surface: canaries.surface });
    const busy = `SELECT (SELECT count(*) FROM jobs WHERE queue LIKE 'memory-%' AND state = 'ready')
      + (SELECT count(*) FROM memory_unembedded) AS n`;
    await expect.poll(async () => (await database.get<{ n: number }>(busy))?.n).toBe(0);
    const entries = await database.all<{ tier: string; entry_id: string }>(
      `SELECT e.tier, v.entry_id FROM memory_entries e JOIN memory_vectors v ON v.entry_id = e.id
       WHERE e.user_id = $1`,
      [person.id],
    );
    expect(new Set(entries.map(({ tier }) => tier))).toEqual(new Set(['strategic', 'daily', 'profile', 'session']));
    const stored = await database.get<{ vector: Uint8Array | number[] }>(
      'SELECT vector FROM memory_vectors WHERE entry_id = $1',
      [entries[0]?.entry_id ?? ''],
    );
    const vector = stored?.vector ?? [];
    const bytes = vector instanceof Uint8Array ? vector : new Uint8Array(Float32Array.from(vector).buffer);
    return { person, as, canaries, vector: Buffer.from(bytes).subarray(0, 64) };
  }

  const ofConversation = ['message', 'captured', 'surface'];
  /** The labels of this person's data that is found in the files. */
  const found = (files: Buffer, { canaries, vector }: Somebody): string[] => [
    ...foundIn(files, canaries),
    ...(files.includes(vector) ? ['vector'] : []),
  ];

  it('leaves no byte in the files, once they are vacuumed', async () => {
    const [ada, bob, eve] = [await rememberAll('ada'), await rememberAll('bob'), await rememberAll('eve')];
    const before = await filesOf(place);
    const everything = Object.keys(ada.canaries).filter((label) => !label.includes('before'));
    for (const one of [ada, bob, eve])
      expect(found(before, one)).toEqual(expect.arrayContaining([...everything, 'vector']));

    // PostgreSQL keeps samples of rows for its planner until the next ANALYZE.
    if (engine === 'postgres') await gateway.gateway.database.run('ANALYZE');
    expect((await ada.as('DELETE', '/memory')).status).toBe(204);
    expect((await bob.as('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    const after = await filesOf(place);
    // Erasing memory does not delete conversations.
    expect(found(after, ada)).toEqual(ofConversation);
    expect(found(after, bob)).toEqual([]);
    expect(found(after, eve)).toEqual(expect.arrayContaining([...everything, 'vector']));
    // A sample may still contain an id, which tells nothing, until the next ANALYZE.
    if (engine === 'postgres') await gateway.gateway.database.run('ANALYZE');
    const analyzed = await filesOf(place);
    expect(analyzed.includes(bob.person.id)).toBe(false);
    expect(after.includes(bob.person.email)).toBe(false);

    expect((await ada.as('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect(found(await filesOf(place), ada)).toEqual([]);
  }, 120_000);

  it.runIf(engine === 'sqlite')('is removed from the word index in the background if that takes longer', async () => {
    const { database, jobs } = gateway.gateway;
    const person = await quickPerson(gateway, 'zoe');
    const canary = newCanary();
    await actingAs(gateway, person)('POST', '/memory/notes', { content: canary });
    await database.run('DELETE FROM memory_entries WHERE user_id = $1', [person.id]);
    expect((await filesOf(place)).includes(canary.slice(4))).toBe(true);
    await database.transaction((tx) => jobs.enqueue(tx, { queue: 'scrub-words', payload: null }));
    const waiting = "SELECT id FROM jobs WHERE queue = 'scrub-words' AND run_at <= $1";
    await expect.poll(() => database.all(waiting, [Date.now()]), { timeout: 40_000 }).toEqual([]);
    expect((await filesOf(place)).includes(canary.slice(4))).toBe(false);
  });
});
