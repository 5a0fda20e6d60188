import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneOrWaiting } from '../../../../test/harness/at-once.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { contentsOf, dailyOf, entriesOf, eventually, profileOf } from '../../../../test/harness/remembering.ts';
import { newTalker, startTalking, type Talker, type Talking } from '../../../../test/harness/talking.ts';
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import { dayMs } from '../../../kernel/clock.ts';
import { createMemoryStore } from '../entries/memory.store.ts';
import { standardPolicy } from '../entries/memory.ts';
import { createPropagationStore } from './propagation.store.ts';
import { createPropagation } from './propagation.ts';

type Gate = { gate: string; passed: boolean; detail: string };
type Judgement = {
  id?: string;
  entryId: string;
  fromTier: string;
  toTier: string;
  content: string;
  reason: string;
  gates: Gate[];
};
type Report = { dryRun: boolean; propagations: Judgement[]; skipped: Judgement[] };

describe.each(engines)('propagation on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 5, 1, 12));
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, { clock });
  });
  afterAll(() => talking.stop());

  const someone = () => newTalker(talking.gateway, { clock });
  async function told(talker: Talker, content: string): Promise<string> {
    clock.advance(1_000);
    return (await talker.act<{ id: string }>('POST', '/memory/daily', { content })).body.id;
  }
  /** Stores that an entry was recalled this often, for this many questions. */
  async function recalled(entryId: string, times: number, questions: number, at = clock.now()) {
    await talking.database.run('UPDATE memory_entries SET recall_count = $2, last_recalled_at = $3 WHERE id = $1', [
      entryId,
      times,
      at,
    ]);
    for (let n = 0; n < questions; n += 1)
      await talking.database.run(
        'INSERT INTO memory_recalls (entry_id, question_digest, last_at) VALUES ($1, $2, $3)',
        [entryId, `question ${n}`, at],
      );
  }
  const propagate = async ({ act }: Talker, body: object = {}): Promise<Report> => {
    const answer = await act<Report>('POST', '/memory/propagate', body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const failing = ({ gates }: Judgement) => gates.filter(({ passed }) => !passed).map(({ gate }) => gate);
  const notes = async (talker: Talker) => (await entriesOf(talker, 'strategic')).map(({ content }) => content);

  it('promotes entries that state a lasting fact, and says why', async () => {
    const talker = await someone();
    const home = await told(talker, 'I live in Graz.');
    const coffee = await told(talker, 'I drink my coffee black.');
    const boiler = await told(talker, 'The boiler is serviced in March.');
    const dry = await propagate(talker, { dryRun: true });
    expect(dry.propagations).toMatchObject([
      { entryId: coffee, fromTier: 'daily', toTier: 'strategic', reason: 'states a lasting fact (taste)' },
      { entryId: home, fromTier: 'daily', toTier: 'profile', reason: 'states a lasting fact (home)' },
    ]);
    expect(dry.skipped.map((one) => [one.entryId, failing(one)])).toEqual([
      [boiler, ['recalls', 'questions', 'lasting']],
    ]);
    expect(dry.propagations.every(({ id }) => id === undefined)).toBe(true);
    expect(await contentsOf(talker)).toHaveLength(3);
    expect(await profileOf(talker)).toEqual({});

    const report = await propagate(talker);
    expect(report.propagations.map(({ entryId }) => entryId)).toEqual([coffee, home]);
    expect(await profileOf(talker)).toEqual({ home: 'Graz' });
    expect(await notes(talker)).toEqual(['I drink my coffee black.']);
    expect(await contentsOf(talker)).toEqual(['The boiler is serviced in March.']);
    expect((await entriesOf(talker, 'profile'))[0]).toMatchObject({ originId: home, source: { kind: 'user' } });
    const again = await talker.act<Report>('POST', '/memory/propagate');
    expect([again.status, again.body.propagations]).toEqual([200, []]);
    const listed = await talker.act<{ data: object[] }>('GET', '/memory/propagations');
    expect(listed.body.data).toMatchObject([{ revertedAt: null }, { revertedAt: null }]);
  });

  it('promotes entries that are recalled often, when they pass every gate', async () => {
    const talker = await someone();
    const ids = new Map<string, string>();
    for (const name of ['often', 'seldom', 'one question', 'long ago'])
      ids.set(name, await told(talker, `The ${name} thing.`));
    const id = (name: string) => ids.get(name) ?? '';
    await recalled(id('often'), 3, 2);
    await recalled(id('seldom'), 2, 2);
    await recalled(id('one question'), 40, 1);
    await recalled(id('long ago'), 9, 9, clock.now() - 31 * dayMs);
    const { propagations, skipped } = await propagate(talker);
    expect(propagations).toMatchObject([{ entryId: id('often'), toTier: 'strategic' }]);
    expect(Object.fromEntries(skipped.map((one) => [one.entryId, failing(one)]))).toEqual({
      [id('seldom')]: ['recalls', 'lasting'],
      [id('one question')]: ['questions', 'lasting'],
      [id('long ago')]: ['recent', 'lasting'],
    });
    expect(await notes(talker)).toEqual(['The often thing.']);
  });

  it('replaces an older statement by a newer one', async () => {
    const talker = await someone();
    await told(talker, 'I live in Graz.');
    await told(talker, 'I like olives.');
    await propagate(talker);
    await told(talker, 'I moved to Vienna.');
    await told(talker, 'I hate olives.');
    await told(talker, 'I like capers.');
    expect((await propagate(talker)).propagations).toHaveLength(3);
    expect(await profileOf(talker)).toEqual({ home: 'Vienna' });
    expect((await notes(talker)).sort()).toEqual(['I hate olives.', 'I like capers.']);
    const found = await talker.act<{ data: { entry: { content: string } }[] }>('GET', '/memory/search?q=Graz+Vienna');
    expect(found.body.data.map(({ entry }) => entry.content)).not.toContain('I live in Graz.');

    // A statement that is older than the field, or an agent's against the person's own, changes nothing.
    await talker.act('PUT', '/memory/profile', { fields: { home: 'Linz' } });
    await talking.database.run('UPDATE memory_entries SET created_at = 1 WHERE id = $1', [
      await told(talker, 'I live in Rome.'),
    ]);
    const agents = await told(talker, 'The user lives in Oslo.');
    await talking.database.run("UPDATE memory_entries SET source_kind = 'agent' WHERE id = $1", [agents]);
    const report = await propagate(talker);
    expect(report.propagations).toEqual([]);
    expect(report.skipped.map(failing)).toEqual([
      expect.arrayContaining(['newest']),
      expect.arrayContaining(['newest']),
    ]);
    expect(await profileOf(talker)).toEqual({ home: 'Linz' });
  });

  it('does not promote a removed field until the person states it again', async () => {
    const talker = await someone();
    await told(talker, 'I live in Graz.');
    await propagate(talker);
    await told(talker, 'I live in Graz since May.');
    clock.advance(1_000);
    await talker.act('PUT', '/memory/profile', { fields: { home: null } });
    const report = await propagate(talker);
    expect([report.propagations, report.skipped.map(failing)]).toEqual([[], [expect.arrayContaining(['newest'])]]);
    expect(await profileOf(talker)).toEqual({});
    await told(talker, 'I live in Graz again.');
    await propagate(talker);
    expect(Object.keys(await profileOf(talker))).toEqual(['home']);

    // The newest 200 removals are stored, even of fields that never existed.
    const fields = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`no such field ${index}`, null]));
    await talker.act('PUT', '/memory/profile', { fields });
    const sql = 'SELECT count(*) AS rows FROM memory_removed_fields WHERE user_id = $1';
    expect(await talking.database.get(sql, [talker.id])).toEqual({ rows: 200 });
  });

  it('reads the removals and changes that the version before wrote, before and after the migration', async () => {
    const talker = await someone();
    await told(talker, 'I live in Graz.');
    clock.advance(1_000);
    const removedAt = clock.now();
    const { database } = talking;
    const workspaceId = talker.workspaceId;
    for (const name of ['profile', 'removed:home'])
      await database.run('INSERT INTO memory_counters (workspace_id, user_id, name, next) VALUES ($1, $2, $3, $4)', [
        workspaceId,
        talker.id,
        name,
        removedAt,
      ]);
    expect((await propagate(talker)).propagations).toEqual([]);
    const { body } = await talker.act<{ updatedAt: string }>('GET', '/memory/profile');
    expect(Date.parse(body.updatedAt)).toBe(removedAt);

    const migration = new URL('../../../../migrations/0031_memory_profile_changes.sql', import.meta.url);
    const copying = readFileSync(migration, 'utf8').match(/^INSERT INTO [^;]+;/gm) ?? [];
    expect(copying).toHaveLength(2);
    await database.transaction(async (tx) => {
      await tx.script('DELETE FROM memory_profile_changes; DELETE FROM memory_removed_fields');
      await tx.script(copying.join('\n'));
    });
    await database.run('DELETE FROM memory_counters WHERE user_id = $1', [talker.id]);
    expect((await propagate(talker)).propagations).toEqual([]);
    expect((await talker.act<{ updatedAt: string }>('GET', '/memory/profile')).body).toEqual(body);
  });

  it('promotes only the newer of two contradicting entries', async () => {
    const talker = await someone();
    await told(talker, 'I live in Graz.');
    await told(talker, 'I just moved to Vienna.');
    const { propagations } = await propagate(talker);
    expect(propagations.map(({ content }) => content)).toEqual(['I just moved to Vienna.']);
    expect(await contentsOf(talker)).toEqual([]);
  });

  it('can be reverted once, exactly, unless the person changed the result since', async () => {
    const talker = await someone();
    const revert = (id: string | undefined) =>
      talker.act<{ revertedAt: string }>('POST', `/memory/propagations/${id}/revert`);
    await talker.act('PUT', '/memory/profile', { fields: { home: 'Graz', name: 'Ada' } });
    await told(talker, 'I moved to Vienna.');
    const [first] = (await propagate(talker)).propagations;
    expect(await profileOf(talker)).toEqual({ home: 'Vienna', name: 'Ada' });
    const reverted = await revert(first?.id);
    expect([reverted.status, reverted.body.revertedAt]).toEqual([200, new Date(clock.now()).toISOString()]);
    expect(await profileOf(talker)).toEqual({ home: 'Graz', name: 'Ada' });
    expect(await dailyOf(talker)).toMatchObject([{ content: 'I moved to Vienna.', source: { kind: 'user' } }]);
    const found = await talker.act<{ data: { entry: { content: string } }[] }>('GET', '/memory/search?q=Vienna');
    expect(found.body.data[0]?.entry.content).toBe('I moved to Vienna.');
    expect((await revert(first?.id)).status).toBe(409);
    expect((await revert('prp_unknown')).status).toBe(404);

    // Not promoted again the same night, but again after a month.
    expect((await propagate(talker)).skipped.map(failing)).toEqual([expect.arrayContaining(['not reverted'])]);

    await told(talker, 'I like quinces.');
    const [second] = (await propagate(talker)).propagations;
    const [note] = await entriesOf(talker, 'strategic');
    clock.advance(1_000);
    await talker.act('PUT', `/memory/entries/${note?.id}`, { content: 'I adore quinces.' });
    expect((await revert(second?.id)).status).toBe(409);
    expect(await notes(talker)).toEqual(['I adore quinces.']);
  });

  it('promotes once for concurrent requests', async () => {
    const talker = await someone();
    for (const what of ['plums', 'pears', 'figs']) await told(talker, `I like ${what}.`);
    const reports = await Promise.all(Array.from({ length: 6 }, () => propagate(talker)));
    expect(reports.flatMap(({ propagations }) => propagations)).toHaveLength(3);
    expect((await notes(talker)).sort()).toEqual(['I like figs.', 'I like pears.', 'I like plums.']);
  });

  describe('a change by the person during a promotion wins', () => {
    /** The person's change begins when all entries have been judged and the first promotion is about to be written. */
    async function propagateWhile(talker: Talker, act: () => ReturnType<Talker['act']>) {
      const { database } = talking;
      const ignored = async () => undefined as never;
      const store = createMemoryStore({ database, publish: ignored, wakeEmbedder: () => {}, forgetVectors: ignored });
      let acting: ReturnType<Talker['act']> | undefined;
      const propagation = createPropagation({
        database,
        store: {
          ...store,
          async supersede(...change) {
            acting ??= act();
            await doneOrWaiting(database, acting);
            return store.supersede(...change);
          },
        },
        propagations: createPropagationStore(database),
        policyOfAgent: async () => standardPolicy,
        publish: ignored,
        clock,
      });
      const { promoted } = await propagation.propagate({ workspaceId: talker.workspaceId, userId: talker.id });
      expect(promoted).toHaveLength(1);
      return (await acting)?.status;
    }

    it('setting or removing a field', async () => {
      const talker = await someone();
      await told(talker, 'I live in Graz.');
      const put = (home: string | null) => () => talker.act('PUT', '/memory/profile', { fields: { home } });
      expect(await propagateWhile(talker, put('Linz'))).toBe(200);
      expect(await profileOf(talker)).toEqual({ home: 'Linz' });
      await told(talker, 'I moved to Vienna.');
      expect(await propagateWhile(talker, put(null))).toBe(200);
      expect(await profileOf(talker)).toEqual({});
    });

    it('rewriting or deleting an entry', async () => {
      const talker = await someone();
      const plums = await told(talker, 'I like plums.');
      const path = `/memory/entries/${plums}`;
      expect(await propagateWhile(talker, () => talker.act('PUT', path, { content: 'I like figs.' }))).toBe(404);
      expect(await notes(talker)).toEqual(['I like plums.']);
      const pears = await told(talker, 'I like pears.');
      expect(await propagateWhile(talker, () => talker.act('DELETE', `/memory/entries/${pears}`))).toBe(204);
      await told(talker, 'I like quinces.');
      expect(await propagateWhile(talker, () => talker.act('DELETE', '/memory'))).toBe(204);
      expect([await notes(talker), await contentsOf(talker)]).toEqual([[], []]);
    });
  });

  it('does not promote entries whose memory profile forbids it', async () => {
    const talker = await someone();
    const { body } = await talker.act<{ id: string }>('POST', '/memory-profiles', { name: 'Still', propagate: false });
    const agentId = await talker.newAgent({ memoryProfileId: body.id });
    await talker.act('POST', '/agent/chat', { agentId, message: 'I live in Graz' });
    await expect.poll(() => contentsOf(talker), eventually).toEqual(['I live in Graz.']);
    expect((await propagate(talker)).skipped.map(failing)).toEqual([expect.arrayContaining(['policy'])]);
    expect(await profileOf(talker)).toEqual({});
  });

  it('publishes events, and runs at night for all people', async () => {
    const receiver = await startReceiver();
    try {
      const people = await Promise.all(Array.from({ length: 25 }, someone));
      const [first] = people as [Talker];
      await first.act('POST', '/webhooks', {
        url: `${receiver.url}/hook`,
        events: ['memory.propagated', 'memory.written'],
      });
      const entryId = await told(first, 'I live in Graz.');
      for (const talker of people.slice(1)) await told(talker, 'I live in Linz.');
      clock.set(Math.floor(clock.now() / dayMs + 1) * dayMs + dayMs / 2);
      await talking.gateway.gateway.recurring.wake();
      await expect.poll(() => profileOf(first), eventually).toEqual({ home: 'Graz' });
      for (const talker of people.slice(1))
        await expect.poll(() => profileOf(talker), eventually).toEqual({ home: 'Linz' });
      await receiver.waitFor(({ json }) => json.event === 'memory.propagated');
      expect(receiver.records.find(({ json }) => json.event === 'memory.propagated')?.json.data).toEqual({
        ...{ entryId, fromTier: 'daily', toTier: 'profile', userId: first.id, workspaceId: first.workspaceId },
      });
      await receiver.waitFor(({ json }) => json.event === 'memory.written' && json.data?.tier === 'profile');
      const written = receiver.records
        .filter(({ json }) => json.event === 'memory.written')
        .map(({ json }) => json.data?.tier);
      expect(written.sort()).toEqual(['daily', 'profile']);
    } finally {
      await receiver.stop();
    }
  });
});
