import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { engines, newPlace } from '../../../../test/harness/databases.ts';
import { openMemory } from '../../../../test/harness/memory.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';

const never = () => new Promise<never>(() => undefined);

it('nodes share the work, and one takes over the claims of a dead node', async () => {
  const place = await newPlace('postgres');
  onTestFinished(place.remove);
  let now = Date.now();
  const clock = { now: () => now };
  const open = (embeddings = createWordEmbeddings()) =>
    openMemory({ settings: place.settings, poolSize: 3, embeddings, clock });
  const [one, other] = await Promise.all([open(), open()]);
  const person = await one.newPerson();
  const texts = Array.from({ length: 80 }, (_, index) => `fact ${index}`);
  await Promise.all([one.remember(person, texts.slice(0, 40)), other.remember(person, texts.slice(40))]);
  await one.embedded();
  const asked = [...one.embeddings.asked, ...other.embeddings.asked].flat();
  expect(asked.toSorted()).toEqual(texts.toSorted());
  await one.stop();

  // The node has claimed these entries when it stops answering.
  const dying = createWordEmbeddings();
  dying.obstacle = never();
  await other.stop();
  const dead = await open(dying);
  await dead.remember(person, ['one last thing']);
  while (dying.asked.length === 0) await sleep(5);
  const heir = await open();
  heir.wakeEmbedder();
  await sleep(50);
  expect(heir.embeddings.asked).toEqual([]);
  now += 180_000;
  heir.wakeEmbedder();
  await heir.embedded();
  expect(heir.embeddings.asked).toEqual([['one last thing']]);
  await Promise.all([dead.stop(), heir.stop()]);
});

it('a refused text does not delay the others, and is tried again', async () => {
  const place = await newPlace('sqlite');
  onTestFinished(place.remove);
  const embeddings = createWordEmbeddings();
  const embed = embeddings.embed.bind(embeddings);
  let refuses = true;
  embeddings.embed = async (texts, options) => {
    if (refuses && texts.includes('poison')) throw new Error('refused');
    return embed(texts, options);
  };
  const memory = await openMemory({ settings: place.settings, embeddings });
  onTestFinished(() => memory.stop());
  const person = await memory.newPerson();
  await memory.remember(person, ['one', 'poison', 'two']);
  const waiting = async () =>
    (await memory.database.get<{ rows: number }>('SELECT count(*) AS rows FROM memory_unembedded'))?.rows;
  while ((await waiting()) !== 1) await sleep(20);
  expect((await memory.search(person, 'two', { limit: 1 }))[0]?.score).toBeGreaterThan(0.9);
  refuses = false;
  await memory.embedded();
});

it('entries claimed by a process that died are embedded at the next start', async () => {
  const place = await newPlace('sqlite');
  onTestFinished(place.remove);
  const dying = createWordEmbeddings();
  dying.obstacle = never();
  const before = await openMemory({ settings: place.settings, embeddings: dying });
  const person = await before.newPerson();
  await before.remember(person, ['do not forget me']);
  while (dying.asked.length === 0) await sleep(5);
  // The state after a kill: claimed, and no process works on it.
  const { due_at: due } = (await before.database.get<{ due_at: number }>('SELECT due_at FROM memory_unembedded')) ?? {
    due_at: 0,
  };
  expect(due).toBeGreaterThan(Date.now());
  await before.stop();
  const after = await openMemory({ settings: place.settings, embeddings: createWordEmbeddings(), start: false });
  await after.database.run('UPDATE memory_unembedded SET due_at = $1', [due]);
  await after.background.start();
  await after.embedded();
  expect(await after.search(person, 'forget', { limit: 1 })).toHaveLength(1);
  await after.stop();
});

it.each(engines)('nothing is sent for a workspace that does not allow the provider, on %s', async (engine) => {
  const place = await newPlace(engine);
  onTestFinished(place.remove);
  const embeddings = createWordEmbeddings('openai/words');
  let now = Date.now();
  const memory = await openMemory({ settings: place.settings, embeddings, clock: { now: () => now } });
  onTestFinished(() => memory.stop());
  const [free, bound] = [await memory.newPerson(), await memory.newPerson()];
  const restrict = (providers: string | null, models: string | null = null) =>
    memory.database.run('UPDATE workspaces SET allowed_providers = $2, allowed_models = $3 WHERE id = $1', [
      bound.workspaceId,
      providers,
      models,
    ]);
  const vectors = async () =>
    (await memory.database.all<{ entry_id: string }>('SELECT entry_id FROM memory_vectors')).map((row) => row.entry_id);

  await restrict('["anthropic", "local"]');
  const [secret] = await memory.remember(bound, ['my locker has the number 4711']);
  const [open] = await memory.remember(free, ['I like green tea']);
  while ((await vectors()).length === 0) await sleep(5);
  expect(await vectors()).toEqual([open]);
  expect((await memory.search(bound, 'Which number has my locker?', { limit: 1 }))[0]?.entryId).toBe(secret);
  await restrict(null, '["gpt-5"]');
  expect(await memory.search(bound, 'locker', { limit: 1 })).toHaveLength(1);
  expect(embeddings.asked).toEqual([['I like green tea']]);

  await restrict('["openai"]', '["openai/words"]');
  now += 600_001;
  memory.wakeEmbedder();
  await memory.embedded();
  expect((await vectors()).toSorted()).toEqual([secret, open].toSorted());
  await memory.search(bound, 'locker', { limit: 1 });
  expect(embeddings.asked.slice(1)).toEqual([['my locker has the number 4711'], ['locker']]);
});

it.each(engines)(
  'entries that a node of another version embeds meanwhile are embedded again, on %s',
  async (engine) => {
    const place = await newPlace(engine);
    onTestFinished(place.remove);
    let now = Date.now();
    const memory = await openMemory({
      settings: place.settings,
      clock: { now: () => now },
      embeddings: createWordEmbeddings('local/words-2'),
    });
    onTestFinished(() => memory.stop());
    await memory.remember(await memory.newPerson(), ['I like green tea']);
    await memory.embedded();
    for (const table of ['memory_vectors', 'memory_bits'])
      await memory.database.run(`UPDATE ${table} SET model = 'local/words-1'`);
    now += 3_600_001;
    memory.wakeEmbedder();
    const isNew = "SELECT 1 FROM memory_vectors WHERE model = 'local/words-2'";
    while (!(await memory.database.get(isNew))) await sleep(10);
    expect(memory.embeddings.asked).toEqual([['I like green tea'], ['I like green tea']]);
  },
);
