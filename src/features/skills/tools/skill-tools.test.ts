import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createParameterChecks } from '../../tools/parameters/parameter-checks.ts';
import { createSkillTools } from './create-skill-tools.ts';
import { skillTools } from './skill-tools.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const checks = createParameterChecks({ log });
const context = {} as never;

async function run(name: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const tool = skillTools.find((found) => found.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const { problems } = await checks.check(tool, params, 'ws_1');
  if (problems.length > 0) throw new Error(problems.map(({ path, message }) => `${path} ${message}`).join());
  return (await tool.execute(params, context)) as Record<string, unknown>;
}

describe('statistics', () => {
  it('describes numbers', async () => {
    expect(await run('statistics', { numbers: [2, 4, 4, 4, 5, 5, 7, 9] })).toMatchObject({
      count: 8,
      sum: 40,
      mean: 5,
      median: 4.5,
      modes: [4],
      minimum: 2,
      maximum: 9,
      populationStandardDeviation: 2,
      firstQuartile: 4,
      thirdQuartile: 5.5,
    });
    expect(await run('statistics', { numbers: [7] })).toMatchObject({ mean: 7, median: 7, populationVariance: 0 });
    expect((await run('statistics', { numbers: [1e16, 1, -1e16] })).sum).toBe(1);
    await expect(run('statistics', { numbers: [] })).rejects.toThrow('params.numbers');
  });

  it('gives the exact sum and ordered quantiles for any numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 }),
        async (numbers) => {
          const found = (await run('statistics', { numbers })) as Record<string, number>;
          expect(found.sum).toBe(numbers.reduce((sum, value) => sum + value, 0));
          const order = ['minimum', 'firstQuartile', 'median', 'thirdQuartile', 'maximum'].map(
            (key) => found[key] as number,
          );
          expect(order).toEqual(order.toSorted((one, other) => one - other));
          expect(found.populationVariance).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('fits lines', async () => {
    const fit = await run('linear_fit', { x: [1, 2, 3], y: [3, 5, 7], predictAt: 10 });
    expect(fit).toEqual({ slope: 2, intercept: 1, correlation: 1, prediction: 21 });
    await expect(run('linear_fit', { x: [1, 1], y: [1, 2] })).rejects.toThrow('the same');
    await expect(run('linear_fit', { x: [1, 2, 3], y: [1, 2] })).rejects.toThrow('3 values of x');
  });
});

describe('dates', () => {
  it.each([
    [{ date: '2026-01-31', months: 1 }, '2026-02-28', 'Saturday'],
    [{ date: '2024-01-31', months: 1 }, '2024-02-29', 'Thursday'],
    [{ date: '2024-02-29', years: 1 }, '2025-02-28', 'Friday'],
    [{ date: '2026-03-31', months: -1 }, '2026-02-28', 'Saturday'],
    [{ date: '2026-12-31', days: 1 }, '2027-01-01', 'Friday'],
    [{ date: '2026-11-15', weeks: 3, days: -1 }, '2026-12-05', 'Saturday'],
    [{ date: '2026-11-15T23:30:00+02:00', hours: 3 }, '2026-11-16T00:30:00.000Z', 'Monday'],
    [{ date: '2026-11-15', minutes: 90 }, '2026-11-15T01:30:00.000Z', 'Sunday'],
  ])('%j is %s', async (params, date, weekday) => {
    expect(await run('date_add', params)).toEqual({ date, weekday });
  });

  it.each(['2026-02-30', '2026-13-01', '2026-00-10', '15.11.2026', 'tomorrow', '2026-11-15T25:00', ''])(
    '%s is no date',
    async (date) => {
      await expect(run('date_add', { date })).rejects.toThrow('is not a date');
    },
  );

  it('computes the difference of two dates', async () => {
    expect(await run('date_difference', { from: '2024-02-29', to: '2026-11-15' })).toMatchObject({
      days: 990,
      isBefore: true,
      calendar: { years: 2, months: 8, days: 17 },
      fromWeekday: 'Thursday',
      toWeekday: 'Sunday',
    });
    expect(await run('date_difference', { from: '2026-11-20', to: '2026-11-13' })).toMatchObject({
      days: -7,
      isBefore: false,
      workingDays: 5,
    });
    await expect(run('date_add', { date: '9999-12-31', days: 1 })).rejects.toThrow('years 1 to 9999');
  });

  it('counts working days like a calendar, and adding the difference gives the other date', async () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 0, max: 800 }), async (start, length) => {
        const from = start.toISOString().slice(0, 10);
        const { date: to } = await run('date_add', { date: from, days: length });
        const found = await run('date_difference', { from, to: to as string });
        let working = 0;
        for (let step = 0; step < length; step += 1) {
          const weekday = new Date(Date.parse(from) + step * 86_400_000).getUTCDay();
          if (weekday !== 0 && weekday !== 6) working += 1;
        }
        expect(found).toMatchObject({ days: length, workingDays: working });
        const { years, months, days } = found.calendar as Record<string, number>;
        expect((await run('date_add', { date: from, years, months, days })).date).toBe(to);
      }),
    );
  });
});

describe('texts', () => {
  it('counts words in any language', async () => {
    expect(await run('text_statistics', { text: 'Hello world. Hello 👨‍👩‍👧!\n\nEnd' })).toMatchObject({
      words: 4,
      uniqueWords: 3,
      paragraphs: 2,
      lines: 3,
      characters: 26,
      topWords: [
        { word: 'hello', count: 2 },
        { word: 'end', count: 1 },
        { word: 'world', count: 1 },
      ],
    });
    expect((await run('text_statistics', { text: '我喜欢读书。' })).words).toBeGreaterThan(1);
    expect(await run('text_statistics', { text: '' })).toMatchObject({ words: 0, characters: 0, lines: 0 });
  });

  it.each([
    [
      'emails',
      'Ask ada@example.com, bob.b@mail.example.org. Or ada@example.com',
      ['ada@example.com', 'bob.b@mail.example.org'],
    ],
    ['urls', 'See https://example.com/a?b=c. (http://x.org/y)', ['https://example.com/a?b=c', 'http://x.org/y']],
    ['numbers', 'From -3.5 to 1,000.25, up 12%', ['-3.5', '1,000.25', '12%']],
    ['dates', 'On 2026-11-15 and 3.4.2026', ['2026-11-15', '3.4.2026']],
    ['hashtags', '#news and #größe', ['#news', '#größe']],
    ['quotations', 'He said "no" and „doch“', ['"no"', '„doch“']],
  ])('finds %s', async (kind, text, items) => {
    expect(await run('text_extract', { kind, text })).toEqual({ items, count: items.length, truncated: false });
  });

  it('is fast for any text', async () => {
    for (const part of ['a', 'a.', 'a@', '-', '1,', '+1', '"', '#a', 'http://', '@a-', ' ', '„a', '«', '“']) {
      const text = part.repeat(200_000 / part.length);
      for (const kind of ['emails', 'urls', 'numbers', 'dates', 'hashtags', 'mentions', 'quotations']) {
        const started = performance.now();
        await run('text_extract', { kind, text });
        expect(performance.now() - started, `${kind} in ${part}`).toBeLessThan(1_000);
      }
    }
  });

  it('compares two texts', async () => {
    const before = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].join('\n');
    expect(await run('text_diff', { before, after: before })).toEqual({
      identical: true,
      added: 0,
      removed: 0,
      diff: '',
    });
    expect(
      await run('text_diff', { before, after: before.replace('two', 'zwei').replace('nine', 'nine\nten') }),
    ).toEqual({
      identical: false,
      added: 2,
      removed: 1,
      diff: '  one\n- two\n+ zwei\n  three\n  four\n  five\n…\n  seven\n  eight\n  nine\n+ ten',
    });
  });

  it('applying a diff to one text gives the other', async () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 7 }).map((list) => list.join('\n'));
    await fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const { diff, identical } = (await run('text_diff', { before, after })) as { diff: string; identical: boolean };
        expect(identical).toBe(before === after);
        if (identical || diff.includes('…')) return;
        const side = (mark: string) =>
          diff
            .split('\n')
            .filter((line) => line[0] === ' ' || line[0] === mark)
            .map((line) => line.slice(2))
            .join('\n');
        expect(before).toContain(side('-'));
        expect(after).toContain(side('+'));
      }),
    );
  });
});

describe('units', () => {
  it.each([
    [5, 'miles', 'km', 8.04672],
    [100, 'C', '°F', 212],
    [-40, 'fahrenheit', 'celsius', -40],
    [0, 'K', 'celsius', -273.15],
    [1, 'GiB', 'MB', 1_073.741824],
    [180, 'deg', 'rad', Math.PI],
    [1, 'lb', 'grams', 453.59237],
    [100, 'km/h', 'mph', 62.1371192237],
    [2, 'square feet', 'cm2', 1_858.0608],
    [1, 'kWh', 'kcal', 860.42065009],
    [36, 'inches', 'yard', 1],
  ])('%d %s are %s %d', async (value, from, to, result) => {
    expect((await run('unit_convert', { value, from, to })).result).toBeCloseTo(result, 6);
  });

  it('refuses impossible conversions', async () => {
    await expect(run('unit_convert', { value: 1, from: 'km', to: 'kg' })).rejects.toThrow('unit of length');
    await expect(run('unit_convert', { value: 1, from: 'parrots', to: 'kg' })).rejects.toThrow('no unit "parrots"');
    await expect(run('unit_convert', { value: -300, from: 'C', to: 'K' })).rejects.toThrow('absolute zero');
  });
});

describe('long inputs', () => {
  const inThreads = createSkillTools({ log });
  afterAll(() => inThreads.stop());
  const ask = (name: string, params: Record<string, unknown>) =>
    inThreads.tools
      .find((tool) => tool.name === name)
      ?.execute(params, { caller: { workspaceId: 'ws_1' } } as never) as Promise<Record<string, unknown>>;

  it('are processed in a thread, with the same results and errors', async () => {
    const text = 'Hello world. 我喜欢读书。\n'.repeat(4_000);
    expect(await ask('text_statistics', { text })).toEqual(await run('text_statistics', { text }));
    const after = 'x\n'.repeat(3_000);
    await expect(ask('text_diff', { before: text, after })).rejects.toThrow('Each text may have at most 2000 lines.');
  });

  it('do not block the event loop', async () => {
    const text = 'a 😀é '.repeat(40_000);
    let longestMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    const before = performance.now();
    await ask('text_statistics', { text });
    const tookMs = performance.now() - before;
    clearInterval(timer);
    // On a busy machine both times grow; computed on the event loop, they would be equal.
    expect(longestMs).toBeLessThan(tookMs);
  });
});
