import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMiniLm, weightsFile } from './minilm-package.ts';
import { createMiniLmVectors } from './minilm-vectors.ts';
import { createWordPieces } from './word-pieces.ts';

/** Node has it; its types come with a later version of the language. */
declare const Float16Array: new (size: number) => Float32Array;

const width = 384;
const hidden = 1536;
const heads = 12;
const vocabulary = ['[PAD]', 'house', 'light', '##house', '##s', 'the', '.', 'is', '漢'];
const numberOf = new Map(vocabulary.map((piece, number) => [piece, number]));
/** The marks of the model. */
const tokenCount = 110;

let folder: string;
let weights: Map<string, Float32Array>;

/** Weights of the model's shape with numbers from a fixed sequence, in a file as the package has it. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'minilm-'));
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  const shapes = new Map<string, number[]>([
    ['embeddings.word_embeddings.weight', [tokenCount, width]],
    ['embeddings.position_embeddings.weight', [512, width]],
    ['embeddings.token_type_embeddings.weight', [2, width]],
  ]);
  const norm = (name: string) => shapes.set(`${name}.weight`, [width]).set(`${name}.bias`, [width]);
  const dense = (name: string, out: number, into: number) =>
    shapes.set(`${name}.weight`, [out, into]).set(`${name}.bias`, [out]);
  norm('embeddings.LayerNorm');
  for (let layer = 0; layer < 6; layer += 1) {
    const inLayer = (name: string) => `encoder.layer.${layer}.${name}`;
    for (const name of ['query', 'key', 'value']) dense(inLayer(`attention.self.${name}`), width, width);
    dense(inLayer('attention.output.dense'), width, width);
    norm(inLayer('attention.output.LayerNorm'));
    dense(inLayer('intermediate.dense'), hidden, width);
    dense(inLayer('output.dense'), width, hidden);
    norm(inLayer('output.LayerNorm'));
  }
  weights = new Map();
  const header: Record<string, object> = {};
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, shape] of shapes) {
    const values = new Float16Array(shape.reduce((product, length) => product * length, 1));
    const scale = shape.length === 2 ? 0.2 : 1;
    for (let place = 0; place < values.length; place += 1) values[place] = random() * scale;
    weights.set(name, Float32Array.from(values));
    header[name] = { dtype: 'F16', shape, data_offsets: [at, at + values.byteLength] };
    parts.push(new Uint8Array(values.buffer));
    at += values.byteLength;
  }
  // Odd, so that the numbers do not begin at an even byte.
  let text = JSON.stringify(header);
  if (text.length % 2 === 0) text += ' ';
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(join(folder, weightsFile), Buffer.concat([length, Buffer.from(text), ...parts]));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ model: { vocab: Object.fromEntries(numberOf) } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same model, step by step as its authors describe it. */
function plainVector(tokens: readonly number[]): number[] {
  const get = (name: string) => weights.get(name) as Float32Array;
  const norm = (row: number[], name: string) => {
    const mean = row.reduce((sum, x) => sum + x, 0) / width;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / width;
    const [scale, bias] = [get(`${name}.weight`), get(`${name}.bias`)];
    return row.map((x, i) => ((x - mean) / Math.sqrt(variance + 1e-12)) * (scale[i] as number) + (bias[i] as number));
  };
  const dense = (row: number[], name: string) => {
    const [matrix, bias] = [get(`${name}.weight`), get(`${name}.bias`)];
    return Array.from(bias, (start, out) =>
      row.reduce((sum, x, i) => sum + x * (matrix[out * row.length + i] as number), start),
    );
  };
  const plus = (one: number[], other: number[]) => one.map((x, i) => x + (other[i] as number));
  const row = (name: string, number: number) => Array.from(get(name).slice(number * width, (number + 1) * width));
  // The integral of the normal distribution, by small steps.
  const gelu = (x: number) => {
    let area = 0;
    for (let i = 0; i < 400; i += 1) area += Math.exp(-(((i + 0.5) * (x / 400)) ** 2) / 2);
    return x * (0.5 + (area * (x / 400)) / Math.sqrt(2 * Math.PI));
  };
  let rows = tokens.map((token, position) =>
    norm(
      plus(
        plus(row('embeddings.word_embeddings.weight', token), row('embeddings.position_embeddings.weight', position)),
        row('embeddings.token_type_embeddings.weight', 0),
      ),
      'embeddings.LayerNorm',
    ),
  );
  for (let layer = 0; layer < 6; layer += 1) {
    const inLayer = (name: string) => `encoder.layer.${layer}.${name}`;
    const [queries, keys, values] = ['query', 'key', 'value'].map((name) =>
      rows.map((one) => dense(one, inLayer(`attention.self.${name}`))),
    ) as [number[][], number[][], number[][]];
    const each = width / heads;
    const attended = queries.map((query) => {
      const outcome = new Array<number>(width).fill(0);
      for (let start = 0; start < width; start += each) {
        const shares = keys.map((key) => {
          let sum = 0;
          for (let i = start; i < start + each; i += 1) sum += (query[i] as number) * (key[i] as number);
          return Math.exp(sum / Math.sqrt(each));
        });
        const total = shares.reduce((sum, share) => sum + share, 0);
        for (const [token, share] of shares.entries())
          for (let i = start; i < start + each; i += 1)
            outcome[i] = (outcome[i] as number) + (share / total) * (values[token]?.[i] as number);
      }
      return outcome;
    });
    rows = rows.map((one, token) => {
      const added = plus(one, dense(attended[token] as number[], inLayer('attention.output.dense')));
      const between = norm(added, inLayer('attention.output.LayerNorm'));
      const deep = dense(dense(between, inLayer('intermediate.dense')).map(gelu), inLayer('output.dense'));
      return norm(plus(between, deep), inLayer('output.LayerNorm'));
    });
  }
  const mean = Array.from({ length: width }, (_, i) => rows.reduce((sum, one) => sum + (one[i] as number), 0));
  const length = Math.hypot(...mean);
  return mean.map((x) => x / length);
}

it('computes the model as its authors describe it', () => {
  const [vector] = createMiniLmVectors(folder, 'statement')(['The lighthouse.']);
  // [CLS] the light ##house . [SEP]
  const expected = plainVector([101, 5, 2, 3, 6, 102]);
  // Weights of one byte: rounded, not another direction.
  expect(expected.reduce((sum, x, i) => sum + x * (vector?.[i] ?? 0), 0)).toBeGreaterThan(0.999);
});

it('gives no vector to a text that the model cannot read', () => {
  const [vector] = createMiniLmVectors(folder, 'statement')(['これは何ですか']);
  expect(vector?.every((value) => value === 0)).toBe(true);
});

it('splits words as BERT does, and long texts into parts', () => {
  const partsOf = createWordPieces(numberOf, 5);
  expect(partsOf('The LIGHTHOUSES')).toEqual([
    [101, 5, 2, 3, 102],
    [101, 4, 102],
  ]);
  expect(createWordPieces(numberOf, 256)('Thé house.漢is…?')).toEqual([[101, 5, 1, 6, 8, 7, 100, 100, 102]]);
  expect(createWordPieces(numberOf, 256)(`the ${'house'.repeat(40)}`)).toEqual([[101, 5, 100, 102]]);
  expect(partsOf(' \n')).toEqual([]);
});

it('has the numbers of another implementation', () => {
  const [vector] = createMiniLmVectors(
    findMiniLm() as string,
    'statement',
  )(['How do I find the last address of a network?']);
  const expected = [0.0428, -0.0058, -0.027, -0.0411, -0.0139, 0.0279];
  for (const [i, x] of expected.entries()) expect(vector?.[i]).toBeCloseTo(x, 2);
});

it('moves questions closer to what answers them', () => {
  const near = (as: 'question' | 'statement') => {
    const [question, right, wrong] = [
      ...createMiniLmVectors(weightsFolder, as)(['My uploads stop halfway, what limits them?']),
      ...createMiniLmVectors(
        weightsFolder,
        'statement',
      )([
        'Requests with a body of more than 10 MB are refused with 413.',
        'Files that were uploaded are listed with their names and sizes.',
      ]),
    ];
    const product = (one: Float32Array | undefined) =>
      one?.reduce((sum, x, i) => sum + x * (question?.[i] ?? 0), 0) ?? Number.NaN;
    return product(right) - product(wrong);
  };
  const weightsFolder = findMiniLm() as string;
  expect(near('question')).toBeGreaterThan(near('statement') + 0.02);
});
