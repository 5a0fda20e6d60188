import { bytesOfRowFacts } from '../integer-product-code.ts';
import { bytesOfPanels, storePanels } from '../integer-weights.ts';
import { createKernels } from '../kernels.ts';
import {
  bytesOfNumber,
  createTransformerSteps,
  type Dense,
  type Norm,
  type Rows,
  type Span,
} from '../transformer-steps.ts';
import { openHalfWeights } from './half-weights.ts';
import type { Adjust } from './learned-questions.ts';
import { miniLmDimension as width } from './minilm-package.ts';

export const mostTokens = 256;
const hiddenWidth = 1536;
const heads = 12;
const layers = 6;

/** GELU from a table, between whose places it is a line: 2e-7 from the exact value, in a fifth of the time of its exponential. */
const reach = 8;
const steps = 1024;
const gelu = new Float32Array(2 * reach * steps + 2).map((_, place) => {
  const x = place / steps - reach;
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp((-x * x) / 2);
  return (x * (1 + Math.sign(x) * (1 - tail))) / 2;
});

/** Addresses are multiples of a register's size. */
const alignment = 16;

/**
 * all-MiniLM-L6-v2 (BERT, six layers): from the tokens of one text to the mean of its rows, not yet of length 1. The weights of
 * its layers are bytes, and the numbers they are multiplied with have two digits. `adjust` changes the weights before.
 */
export function createMiniLmPass(file: string, adjust?: Adjust): (tokens: readonly number[]) => Float32Array {
  const stored = openHalfWeights(file);
  // They are half of the weights, and only the rows of a text's tokens are read: they stay in half precision.
  const words = stored.halves('embeddings.word_embeddings.weight').values;

  let size = 0;
  /** Reserves memory; returns its address. */
  const reserve = (bytes: number): number => {
    const place = size;
    size += Math.ceil(bytes / alignment) * alignment;
    return place;
  };
  // First the places, then the memory, then what is stored in it.
  const fills: ((memory: ArrayBuffer) => void)[] = [];
  const list = (name: string, count: number): number => {
    const at = reserve(count * bytesOfNumber);
    fills.push((memory) => new Float32Array(memory, at, count).set(stored.list([name])));
    return at;
  };
  const norm = (name: string): Norm => ({ scale: list(`${name}.weight`, width), bias: list(`${name}.bias`, width) });
  function dense(names: readonly string[], rows: number, columns: number): Dense {
    const panels = reserve(bytesOfPanels(rows, columns));
    fills.push((memory) => {
      const matrix = stored.matrix(names.map((name) => `${name}.weight`));
      for (const [place, name] of names.entries())
        adjust?.(name, matrix, { column: (place * columns) / names.length, columns });
      storePanels(matrix, stored.list(names.map((name) => `${name}.bias`)), memory, panels);
    });
    return { panels, rest: undefined, columns, digits: 2 };
  }

  const positions = list('embeddings.position_embeddings.weight', 512 * width) / bytesOfNumber;
  const kinds = list('embeddings.token_type_embeddings.weight', 2 * width) / bytesOfNumber;
  const firstNorm = norm('embeddings.LayerNorm');
  const stack = Array.from({ length: layers }, (_, number) => {
    const inLayer = (name: string) => `encoder.layer.${number}.${name}`;
    const attention = ['query', 'key', 'value'].map((name) => inLayer(`attention.self.${name}`));
    return {
      queriesKeysValues: dense(attention, width, 3 * width),
      attentionOutput: dense([inLayer('attention.output.dense')], width, width),
      attentionNorm: norm(inLayer('attention.output.LayerNorm')),
      feedForwardIn: dense([inLayer('intermediate.dense')], width, hiddenWidth),
      feedForwardOut: dense([inLayer('output.dense')], hiddenWidth, width),
      feedForwardNorm: norm(inLayer('output.LayerNorm')),
    };
  });
  const rowsOf = (columns: number): Rows => ({ at: reserve(mostTokens * columns * bytesOfNumber), columns });
  const state = rowsOf(width);
  const attended = rowsOf(width);
  const hidden = rowsOf(hiddenWidth);
  const mean = { at: reserve(width * bytesOfNumber), columns: width };
  const room = {
    digits: reserve(mostTokens * hiddenWidth * 2),
    facts: reserve(mostTokens * bytesOfRowFacts),
    scores: reserve(mostTokens * mostTokens * bytesOfNumber),
  };

  const kernels = createKernels(size);
  for (const fill of fills) fill(kernels.buffer);
  stored.close();
  const { numbers } = kernels;
  const transformer = createTransformerSteps(kernels, room);

  function activate(rows: number): void {
    const start = hidden.at / bytesOfNumber;
    for (let place = start; place < start + rows * hiddenWidth; place += 1) {
      const x = numbers[place] as number;
      if (x >= reach) continue;
      const on = Math.max(0, (x + reach) * steps);
      const left = Math.floor(on);
      const low = gelu[left] as number;
      numbers[place] = low + ((gelu[left + 1] as number) - low) * (on - left);
    }
  }

  return (tokens) => {
    const rows = Math.min(tokens.length, mostTokens);
    const span: Span = { start: 0, count: rows };
    const first = state.at / bytesOfNumber;
    for (let row = 0; row < rows; row += 1) {
      const word = (tokens[row] as number) * width;
      for (let column = 0; column < width; column += 1)
        numbers[first + row * width + column] =
          (words[word + column] as number) +
          (numbers[positions + row * width + column] as number) +
          (numbers[kinds + column] as number);
    }
    transformer.layerNorm(rows, state, firstNorm, state);
    for (const layer of stack) {
      const queriesKeysValues = { at: hidden.at, columns: 3 * width };
      transformer.dense(rows, state, layer.queriesKeysValues, queriesKeysValues);
      transformer.attend(span, heads, queriesKeysValues, attended);
      transformer.dense(rows, attended, layer.attentionOutput, state, { outcome: 'add' });
      transformer.layerNorm(rows, state, layer.attentionNorm, state);
      transformer.dense(rows, state, layer.feedForwardIn, hidden);
      activate(rows);
      transformer.dense(rows, hidden, layer.feedForwardOut, state, { outcome: 'add' });
      transformer.layerNorm(rows, state, layer.feedForwardNorm, state);
    }
    transformer.meanOfRows([span], state, mean);
    const start = mean.at / bytesOfNumber;
    return numbers.slice(start, start + width);
  };
}
