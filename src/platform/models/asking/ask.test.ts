import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Candidate, ConnectionSettings } from '../connections/connection.ts';
import { createModels, type Models } from '../models.ts';
import { failureOf, hasty, listener, ask as question } from '../test-models.ts';
import type { Attempt } from './ask.ts';

let one: FakeModel;
let two: FakeModel;
let models: Models;

type Given = Omit<ConnectionSettings, 'id'>;
const at = (name: string, server: FakeModel, rest: Partial<Given> = {}): Given => ({
  name,
  kind: 'openai-compatible',
  baseUrl: server.url,
  ...rest,
});

beforeAll(async () => {
  [one, two] = await Promise.all([startFakeModel(), startFakeModel()]);
});
afterEach(async () => {
  await models.stop();
  one.reset();
  two.reset();
});
afterAll(() => Promise.all([one.stop(), two.stop()]));

function open(connections: Given[], prices?: Parameters<typeof createModels>[0]['prices']) {
  models = createModels({ connections, prices }, { ...hasty, cooldownRule: { firstMs: 800, checkEveryMs: 20 } });
  return models;
}
/** Without the checks of connections that cool down. */
const callsOf = ({ requests }: FakeModel) => requests.filter(({ method }) => method === 'POST');
const targetsOf = (...names: string[]) => names.map((name) => models.resolve(name, 'fake-model').candidates);

function ask(names: string[], rest: Partial<Parameters<Models['ask']>[0]> = {}) {
  const attempts: Attempt[] = [];
  const answered = models.ask({
    targets: targetsOf(...names),
    request: question('hi'),
    onAttempt: (attempt) => void attempts.push(attempt),
    ...rest,
  });
  return { answered, attempts, reasons: () => attempts.map(({ reason }) => reason) };
}

const pair = () => open([at('one', one), at('two', two)]);

describe('an attempt that fails before the first token', () => {
  it.each([
    ['rate_limited', { status: 429 }],
    ['unavailable', { status: 500 }],
    ['unavailable', { status: 529 }],
    ['timeout', { hang: true as const }],
    ['unreachable', { text: 'x', cut: { afterChunks: 0, by: 'death' as const } }],
    ['key_refused', { status: 401 }],
    ['key_refused', { status: 403 }],
    ['no_credit', { status: 402 }],
    ['not_found', { status: 404 }],
  ])('goes on to the fallback: %s', async (reason, step) => {
    pair();
    one.script(step);
    const heard = listener();
    const { answered, reasons, attempts } = ask(['one', 'two'], { onText: heard.onText });
    const { candidate } = await answered;
    expect(candidate).toMatchObject({ provider: 'two', model: 'fake-model' });
    expect(heard.text()).toBe('Echo: hi');
    expect(reasons()).toEqual([reason, undefined]);
    expect(attempts.map(({ goesOn }) => goesOn)).toEqual([true, false]);
    expect([callsOf(one).length, callsOf(two).length]).toEqual([1, 1]);
  });

  it('goes on when a whole answer cannot be read', async () => {
    pair();
    one.script({ status: 200, rawBody: '<html>' });
    const { answered, reasons } = ask(['one', 'two']);
    expect((await answered).candidate.provider).toBe('two');
    expect(reasons()).toEqual(['bad_answer', undefined]);
  });

  it('ends when the failure is about what was asked', async () => {
    pair();
    one.script({ status: 400, message: 'Unknown parameter.' });
    const { answered, reasons } = ask(['one', 'two']);
    expect(await failureOf(answered)).toMatchObject({ code: 'model_error' });
    expect(reasons()).toEqual(['refused']);
    expect(callsOf(two)).toEqual([]);
    expect(models.cooldownOf('operator:one')).toBeUndefined();
  });

  it('goes on from a question that is too long only to a longer window', async () => {
    pair();
    const tooLong = { status: 400, code: 'context_length_exceeded', message: 'maximum context length is 10 tokens' };
    const withWindow = (windows: (number | null)[]) =>
      targetsOf('one', 'two').map((candidates, index) =>
        candidates.map(
          (candidate): Candidate => ({
            ...candidate,
            info: { ...candidate.info, contextWindow: windows[index] ?? null },
          }),
        ),
      );
    one.script(tooLong);
    const shorter = ask([], { targets: withWindow([10, 10]) });
    await failureOf(shorter.answered);
    expect(shorter.reasons()).toEqual(['context_too_long']);
    one.script(tooLong);
    const longer = ask([], { targets: withWindow([10, 20]) });
    expect((await longer.answered).candidate.provider).toBe('two');
  });
});

describe('a streamed answer that has begun', () => {
  it.each(['death', 'silence', 'error', 'end'] as const)('is not asked for twice: %s', async (by) => {
    pair();
    one.script({ text: 'half of it', chunks: 5, cut: { afterChunks: 2, by } });
    const heard = listener();
    const { answered, attempts } = ask(['one', 'two'], { onText: heard.onText });
    expect(await failureOf(answered)).toMatchObject({ code: 'model_error' });
    expect(heard.text()).not.toBe('');
    expect(attempts).toMatchObject([{ goesOn: false }]);
    expect(callsOf(two)).toEqual([]);
  });
});

describe('when all fail', () => {
  it('each was asked once but the last, and the error names them all', async () => {
    pair();
    one.script({ status: 503 });
    two.script({ status: 500 }, { status: 500 }, { status: 500 });
    const { answered } = ask(['one', 'two']);
    const error = await failureOf(answered);
    expect(error).toMatchObject({ code: 'model_error', details: { retryable: true } });
    expect(error.message).toBe('one answered 503. two answered 500, after 3 attempts.');
    expect([callsOf(one).length, callsOf(two).length]).toEqual([1, 3]);
  });
});

describe('a budget', () => {
  const refusing = (names: string[]) => (candidate: Candidate) =>
    names.includes(candidate.provider)
      ? Promise.reject(new AppError('budget_exceeded', `too dear: ${candidate.provider}`))
      : Promise.resolve();

  it('skips a candidate for which there is no room', async () => {
    pair();
    const { answered } = ask(['one', 'two'], { beforeAttempt: refusing(['one']) });
    expect((await answered).candidate.provider).toBe('two');
    expect(callsOf(one)).toEqual([]);
  });

  it('refuses where there is room for none', async () => {
    pair();
    const { answered } = ask(['one', 'two'], { beforeAttempt: refusing(['one', 'two']) });
    expect(await failureOf(answered)).toMatchObject({ code: 'budget_exceeded', message: 'too dear: one' });
    expect([...callsOf(one), ...callsOf(two)]).toEqual([]);
  });

  it('is charged for what a failed attempt reported', async () => {
    pair();
    one.reply(() => ({
      status: 200,
      rawBody: JSON.stringify({ error: { message: 'overloaded' }, usage: { prompt_tokens: 7, completion_tokens: 2 } }),
    }));
    const { answered, attempts } = ask(['one', 'two']);
    await answered;
    expect(attempts[0]?.usage).toMatchObject({ promptTokens: 7, completionTokens: 2, estimated: false });
  });
});

describe('a pool', () => {
  it('shares the load by weight', async () => {
    open([at('one', one, { pool: 'both', weight: 3 }), at('two', two, { pool: 'both', weight: 1 })]);
    for (let n = 0; n < 200; n += 1) await ask(['both']).answered;
    // 150 of 200 are expected; four standard deviations are 25.
    expect(callsOf(one).length).toBeGreaterThan(125);
    expect(callsOf(one).length).toBeLessThan(175);
    expect(callsOf(two).length).toBe(200 - callsOf(one).length);
  });

  it('asks a connection of weight 0 only where the others fail', async () => {
    open([at('one', one, { pool: 'both', weight: 1 }), at('two', two, { pool: 'both', weight: 0 })]);
    for (let n = 0; n < 20; n += 1) await ask(['both']).answered;
    expect(callsOf(two)).toEqual([]);
    one.script({ status: 500 });
    expect((await ask(['both']).answered).candidate.provider).toBe('two');
  });

  it('asks only those that have the model', () => {
    open([at('one', one, { pool: 'both', models: ['a'] }), at('two', two, { pool: 'both', models: ['a', 'b'] })]);
    const of = (model: string) => models.resolve('both', model);
    expect(of('a').candidates.map(({ provider }) => provider)).toEqual(['one', 'two']);
    expect(of('b').candidates.map(({ provider }) => provider)).toEqual(['two']);
    expect(of('c')).toMatchObject({ configured: false, reason: 'both is not set up for the model c.' });
  });

  it('leaves out one that cools down, and comes back to it by a single call', async () => {
    open([at('one', one, { pool: 'both' }), at('two', two, { pool: 'both', weight: 0 })]);
    one.script({ status: 500 });
    expect((await ask(['both']).answered).candidate.provider).toBe('two');
    expect(callsOf(one)).toHaveLength(1);
    for (let n = 0; n < 5; n += 1) await ask(['both']).answered;
    expect(callsOf(one)).toHaveLength(1);
    await expect.poll(() => models.cooldownOf('operator:one')?.leftMs).toBe(0);
    one.reply(() => ({ text: 'well again', delayMs: 50 }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(['both']).answered));
    expect(answers.map(({ candidate }) => candidate.provider).sort()).toEqual(['one', 'two', 'two', 'two']);
    expect((await ask(['both']).answered).candidate.provider).toBe('one');
  });
});

describe('the time that a connection is given', () => {
  it('ends an attempt without a first token, and none that has begun', async () => {
    open([at('one', one, { firstTokenTimeoutMs: 80 }), at('two', two)]);
    one.script({ hang: true });
    const heard = listener();
    const { answered, reasons } = ask(['one', 'two'], { onText: heard.onText });
    expect((await answered).candidate.provider).toBe('two');
    expect(reasons()).toEqual(['timeout', undefined]);
    await expect.poll(() => callsOf(one)[0]?.aborted).toBe(true);

    models.resolve('one', 'fake-model');
    one.script({ text: 'slow but sure', chunks: 4, chunkDelayMs: 60 });
    const slow = listener();
    await ask(['one'], { onText: slow.onText }).answered;
    expect(slow.text()).toBe('slow but sure');
  });

  it('ends an attempt that takes too long, whole or streamed', async () => {
    open([at('one', one, { timeoutMs: 100 }), at('two', two)]);
    one.script({ text: 'late', delayMs: 2_000 });
    const { answered, reasons } = ask(['one', 'two']);
    expect((await answered).candidate.provider).toBe('two');
    expect(reasons()).toEqual(['timeout', undefined]);
  });
});
