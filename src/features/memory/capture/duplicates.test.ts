import { describe, expect, it, onTestFinished } from 'vitest';
import { engines, newPlace } from '../../../../test/harness/databases.ts';
import { openMemory } from '../../../../test/harness/memory.ts';
import { createWordEmbeddings } from '../../../../test/harness/word-embeddings.ts';
import { sayingTheSame } from './duplicates.store.ts';
import { normalised } from './facts.ts';

/** A stored text, and the same statement in other words. */
const sayings: readonly (readonly [string, string])[] = [
  ["I don't like figs.", 'I do not like figs!'],
  ['I’m allergic to the peanuts.', 'I am really allergic to peanuts.'],
  ['We cannot eat 2 kg of plums.', "We can't eat 2 kg of plums"],
  ["My wife's name is Ana.", 'my wife’s name is Ana.'],
  ['My sister is called Zoë, and my café is in Łódź.', 'My sister is called Zoë and my café is in Łódź!'],
  ['Je n’aime pas l’école.', "Je n'aime pas l'école"],
  ['Я живу в Одессе.', 'я живу в Одессе'],
  ['東京に住んでいます。', '東京に住んでいます！'],
  ['I live in I\u0307stanbul.', 'I live in i\u0307stanbul'],
  ['My cafe\u0301s close at 5.', 'My cafe\u0301s close at 5'],
  ['I am not, am I?', "I'm not, am I"],
];

describe.each(engines)('a statement that is stored already, on %s', (engine) => {
  it('is found at any age and in any spelling, among the person’s own entries only', async () => {
    const place = await newPlace(engine);
    onTestFinished(place.remove);
    const embeddings = createWordEmbeddings();
    const memory = await openMemory({ settings: place.settings, embeddings, start: false });
    onTestFinished(() => memory.stop());
    const [person, other] = [await memory.newPerson(), await memory.newPerson()];
    const daily = { tier: 'daily' } as const;
    // Texts of common words are compared with the newest entries only, so this one is among those.
    const [last, ...older] = sayings.map(([kept]) => kept).toReversed();
    await memory.remember(person, older, daily);
    await memory.remember(
      person,
      Array.from({ length: 205 }, (_, number) => `I own book ${number}.`),
      daily,
    );
    await memory.remember(person, [last ?? ''], daily);
    const known = (whose: typeof person, content: string) =>
      memory.database.transaction(async (tx) => (await sayingTheSame(tx, whose, [content])).get(normalised(content)));
    for (const [kept, again] of sayings) {
      expect((await known(person, again))?.content).toBe(kept);
      expect(await known(other, again)).toBeUndefined();
    }
    for (const unlike of ['I like figs.', 'I live in Łódź.', 'I own book 205.'])
      expect(await known(person, unlike)).toBeUndefined();
    const stranger = { ...daily, source: { kind: 'external' as const } };
    await memory.remember(person, ['I adore rhubarb.'], stranger);
    expect(await known(person, 'I adore rhubarb.')).toBeUndefined();
  });

  it('is found among more than a thousand entries with its words, if it is new', async () => {
    const place = await newPlace(engine);
    onTestFinished(place.remove);
    const memory = await openMemory({ settings: place.settings, embeddings: createWordEmbeddings(), start: false });
    onTestFinished(() => memory.stop());
    const person = await memory.newPerson();
    const many = Array.from({ length: 1_100 }, (_, number) => `I like coffee ${number}.`);
    await memory.remember(person, many, { tier: 'session' });
    await memory.remember(person, ['I like coffee.'], { tier: 'daily' });
    const known = await memory.database.transaction((tx) => sayingTheSame(tx, person, ['I like coffee']));
    expect([...known.values()].map(({ content }) => content)).toEqual(['I like coffee.']);
  });
});
