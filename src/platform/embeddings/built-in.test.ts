import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { learnedFile, piecesOf } from '#sentence-encoder';
import type { Log } from '../../kernel/log.ts';
import { builtInSearchModel, createBuiltInEmbeddings } from './built-in.ts';

const warnings: object[] = [];
const log: Log = { info: () => undefined, warn: (fields) => void warnings.push(fields), error: () => undefined };

const likeness = (one: Float32Array | undefined, other: Float32Array | undefined) =>
  (one ?? new Float32Array()).reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0);

describe('the built-in embeddings', () => {
  const embeddings = createBuiltInEmbeddings({ log });
  afterAll(() => embeddings.stop());

  it('gives texts with the same meaning similar vectors', async () => {
    const [black, asked, bridge] = await embeddings.embed([
      'I drink my coffee black.',
      'How do I take my coffee?',
      'The bridge over the river is closed.',
    ]);
    expect(black).toHaveLength(embeddings.dimension);
    expect(likeness(black, black)).toBeCloseTo(1, 5);
    expect(likeness(black, asked)).toBeGreaterThan(likeness(black, bridge) + 0.2);
    expect(embeddings.model).toMatch(/^local\//);
  });

  it('makes a question more similar to its answer than to other texts', async () => {
    const statements = ['I cycle to the office, it takes half an hour.', 'On Fridays I work from home.', 'I like tea.'];
    const asked = ['How do I get to work?'];
    const nearest = (vectors: Float32Array[], question: Float32Array | undefined) =>
      vectors.map((vector) => likeness(vector, question));
    const plain = nearest(await embeddings.embed(statements), (await embeddings.embed(asked))[0]);
    const turned = nearest(
      await embeddings.embed(statements, { as: 'statement' }),
      (await embeddings.embed(asked, { as: 'question' }))[0],
    );
    expect(plain.indexOf(Math.max(...plain))).toBe(1);
    expect(turned.indexOf(Math.max(...turned))).toBe(0);
    expect(embeddings.searchModel).not.toBe(embeddings.model);
    const [nothing] = await embeddings.embed(['東京'], { as: 'question' });
    expect(nothing?.every((value) => value === 0)).toBe(true);
  });

  it('gives each text its own vector, and zeros to a text without known words', async () => {
    const texts = ['', 'coffee', '   ', '東京に住んでいます', '👍', 'Ich wohne in Wien', 'coffee'];
    const vectors = await embeddings.embed(texts);
    const isSomething = vectors.map((vector) => vector.some((value) => value !== 0));
    expect(isSomething).toEqual([false, true, false, false, false, true, true]);
    expect(likeness(vectors[1], vectors[6])).toBeCloseTo(1, 5);
    expect(await embeddings.embed([])).toEqual([]);
  });

  it('reads long texts to their end, not only their beginning', async () => {
    const filler = 'The weather was fine and nothing else happened on that day. ';
    const [long, short, asked] = await embeddings.embed([
      `${filler.repeat(12)} I am allergic to peanuts and carry a pen against it.`,
      filler.repeat(12),
      'Which allergies do I have?',
    ]);
    expect(likeness(long, asked)).toBeGreaterThan(likeness(short, asked));
    for (const text of ['word '.repeat(3_000), 'x'.repeat(9_000), `${'a'.repeat(499)}😀${'b'.repeat(600)}`]) {
      const pieces = piecesOf(text);
      expect(pieces.length).toBeLessThanOrEqual(4);
      expect(pieces.every((piece) => piece.length <= 500 && piece.isWellFormed())).toBe(true);
    }
  });

  it('embeds a question before waiting background texts', async () => {
    const order: string[] = [];
    const many = Array.from({ length: 60 }, (_, index) => `Statement number ${index} about the garden`);
    const background = embeddings.embed(many).then((vectors) => {
      order.push('background');
      return vectors;
    });
    await embeddings.embed(['Who waters the plants?'], { urgent: true, as: 'question' });
    order.push('question');
    expect(await background).toHaveLength(60);
    expect(order).toEqual(['question', 'background']);
  });

  it('computes texts in bulk in another thread, which has the processor after all others', async () => {
    const niceness = () =>
      readdirSync('/proc/self/task').map((id) =>
        Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
      );
    const text = 'The bridge over the river is closed.';
    const [asked] = await embeddings.embed([text], { as: 'statement' });
    const ownPriority = process.platform === 'linux' ? niceness() : [];
    const [computed] = await embeddings.embed([text], { as: 'statement', bulk: true });
    expect(computed).toEqual(asked);
    if (process.platform === 'linux')
      expect(niceness().filter((nice) => nice >= 10)).toHaveLength(ownPriority.filter((nice) => nice >= 10).length + 1);
  });

  it('stops an aborted call without affecting the others', async () => {
    const leaving = new AbortController();
    const impatient = embeddings.embed(['one', 'two'], { signal: leaving.signal });
    const patient = embeddings.embed(['three']);
    leaving.abort();
    await expect(impatient).rejects.toThrow();
    await expect(embeddings.embed(['four'], { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
    expect((await patient)[0]).toHaveLength(512);
  });
});

it('starts on first use, prints nothing, uses no network and does not keep the process alive', async () => {
  const module = new URL('./built-in.ts', import.meta.url).href;
  const script = `
    import net from 'node:net';
    import dns from 'node:dns';
    net.Socket.prototype.connect = dns.lookup = () => { throw new Error('the network was used'); };
    const { createBuiltInEmbeddings } = await import(${JSON.stringify(module)});
    const log = { info: console.log, warn: console.log, error: console.log };
    createBuiltInEmbeddings({ log });
    const used = createBuiltInEmbeddings({ log });
    const [vector] = await used.embed(['hello']);
    if (vector.length !== 512) console.log('no vector');`;
  // The process exits although nothing stopped the idle thread.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect([stdout, stderr]).toEqual(['', '']);
});

it('after a stop nothing is computed, and waiting calls are rejected', async () => {
  const embeddings = createBuiltInEmbeddings({ log });
  const waiting = embeddings.embed(['hello']);
  const outcome = waiting.catch((error: Error) => error.message);
  await embeddings.stop();
  await embeddings.stop();
  expect(await outcome).toMatch(/ended|stopped/);
  await expect(embeddings.embed(['again'])).rejects.toThrow('stopped');
  expect(warnings).toEqual([]);
});

it('the name of the search model changes with the learned matrices, because their vectors cannot be compared', () => {
  const digest = createHash('sha256').update(readFileSync(learnedFile)).digest('hex').slice(0, 12);
  expect([builtInSearchModel, digest]).toEqual(['local/universal-sentence-encoder-lite/questions-1', '097500469fa6']);
});
