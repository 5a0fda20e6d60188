import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalise } from '../normalise.ts';
import type { Role } from '../questions-and-statements.ts';
import { isReadable } from '../sentence-vectors.ts';
import { readLearnedQuestions } from './learned-questions.ts';
import { weightsFile, miniLmDimension as width } from './minilm-package.ts';
import { createMiniLmPass, mostTokens } from './minilm-pass.ts';
import { createWordPieces } from './word-pieces.ts';

/** Of a long text, some 4,000 letters. */
const mostParts = 4;

/** Texts to vectors, in this thread: the mean of the parts of each text. Questions have weights of their own. */
export function createMiniLmVectors(folder: string, as: Role): (texts: readonly string[]) => Float32Array[] {
  const { model } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const partsOf = createWordPieces(new Map(Object.entries(model.vocab)), mostTokens);
  const forwardPass = createMiniLmPass(
    join(folder, weightsFile),
    as === 'question' ? readLearnedQuestions() : undefined,
  );

  return (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(width);
      if (!isReadable(text)) return vector;
      for (const tokens of partsOf(text).slice(0, mostParts)) {
        const part = normalise(forwardPass(tokens));
        for (let place = 0; place < width; place += 1) vector[place] = (vector[place] ?? 0) + (part[place] ?? 0);
      }
      return normalise(vector);
    });
}
