import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from './expression.ts';

/** An expression as the calculator reads it, and as JavaScript does. */
type Pair = { ours: string; js: string };

const pair = (ours: string, js: string): Pair => ({ ours, js });
const number = fc
  .oneof(
    fc.integer({ min: 0, max: 1_000 }).map(String),
    fc.double({ min: 0, max: 1_000, noNaN: true }).map((value) => String(value)),
    fc.constantFrom('.5', '2.', '1e3', '1.5E-2', '0'),
  )
  .map((text) => pair(text, `(${text})`));

const { expression } = fc.letrec<{ expression: Pair }>((tie) => {
  const of = tie('expression');
  const binary = fc
    .tuple(of, fc.constantFrom('+', '-', '*', '/', '%'), of, fc.constantFrom('', ' ', '  '))
    .map(([left, operator, right, space]) =>
      pair(`(${left.ours})${space}${operator}${space}(${right.ours})`, `((${left.js}) ${operator} (${right.js}))`),
    );
  const power = fc
    .tuple(of, fc.integer({ min: 0, max: 4 }))
    .map(([base, exponent]) => pair(`(${base.ours})^${exponent}`, `((${base.js}) ** ${exponent})`));
  const sign = of.map((value) => pair(`-(${value.ours})`, `(-(${value.js}))`));
  const call = fc
    .tuple(fc.constantFrom('sqrt', 'abs', 'floor', 'ceil', 'trunc', 'sign', 'sin', 'cos', 'cbrt', 'exp'), of)
    .map(([name, value]) => pair(`${name}(${value.ours})`, `Math.${name}(${value.js})`));
  const many = fc
    .tuple(fc.constantFrom('min', 'max', 'hypot'), fc.array(of, { minLength: 1, maxLength: 4 }))
    .map(([name, values]) =>
      pair(
        `${name}(${values.map(({ ours }) => ours).join(', ')})`,
        `Math.${name}(${values.map(({ js }) => js).join(', ')})`,
      ),
    );
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      number,
      number,
      binary,
      power,
      sign,
      call,
      many,
    ),
  };
});

/** Without parentheses: what binds tighter is left to each. */
const flat = fc
  .tuple(number, fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/', '%'), number), { maxLength: 12 }))
  .map(([first, rest]) => {
    const ours = rest.reduce((text, [operator, value]) => `${text} ${operator} ${value.ours}`, first.ours);
    return pair(
      ours,
      rest.reduce((text, [operator, value]) => `${text} ${operator} ${value.js}`, first.js),
    );
  });

function same({ ours, js }: Pair): void {
  const expected = new Function(`return ${js}`)() as number;
  fc.pre(ours.length <= 1_000);
  let found: number;
  try {
    found = evaluate(ours);
  } catch (error) {
    // Refused are only results that are no finite number, and division by zero, which may hide in a part.
    const { message } = error as Error;
    expect(message).toMatch(/^(Division by zero|The result is (not a real number|too large))\.$/);
    if (!message.startsWith('Division')) expect(Number.isFinite(expected)).toBe(false);
    else expect(js).toMatch(/[/%]/);
    return;
  }
  expect(found).toBe(expected);
}

describe('the calculator', () => {
  it('agrees with JavaScript on random expressions', () => {
    fc.assert(fc.property(expression, same), { numRuns: 2_000 });
  });

  it('agrees with JavaScript on operator precedence', () => {
    fc.assert(fc.property(flat, same), { numRuns: 1_000 });
  });

  it('answers or refuses any text quickly, and never executes it', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '1',
        '2.5',
        '+',
        '-',
        '*',
        '/',
        '^',
        '(',
        ')',
        ',',
        '!',
        '%',
        'sqrt',
        'pi',
        'constructor',
        ' ',
        '.',
        'e',
        '__proto__',
        '"',
        '=>',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          const started = performance.now();
          try {
            expect(Number.isFinite(evaluate(text))).toBe(true);
          } catch (error) {
            expect((error as Error).constructor.name).toBe('ToolError');
          }
          expect(performance.now() - started).toBeLessThan(200);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['2 ** 10', 1_024],
    ['7 % 3', 1],
    ['-7 % 3', -1],
    ['mod(-7, 3)', 2],
    ['10 - 4 - 3', 3],
    ['64 / 4 / 2', 8],
    ['--5', 5],
    ['5!', 120],
    ['2 × 3 ÷ 4 − 1', 0.5],
    ['sqrt(16) + ABS(-3)', 7],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234.5678, -2)', 1_200],
    ['max(1, 2, 3) - min(4, 5)', -1],
    ['log(1000)', 3],
    ['log(8, 2)', 3],
    ['avg(1, 2, 3, 6)', 3],
    ['2 * pi', 2 * Math.PI],
  ])('%s is %d', (text, value) => {
    expect(evaluate(text)).toBeCloseTo(value, 12);
  });

  it.each([
    ['1 +', 'not complete'],
    ['(1', '")" is missing'],
    ['1)', '")" at position 2'],
    ['2 3', '"3" at position 3'],
    ['2(3)', '"(" at position 2'],
    ['1,2', '"," at position 2'],
    ['alert(1)', 'no function "alert"'],
    ['constructor', '"constructor" is not known'],
    ['toString()', 'no function'],
    ['process.exit()', '"."'],
    ['$', '"$" at position 1'],
    ['sqrt(-1)', 'not a real number'],
    ['10 ^ 400', 'too large'],
    ['171!', '0 to 170'],
    ['atan2(1)', 'takes 2 values, not 1'],
    ['', 'not complete'],
    ['('.repeat(200), 'deeper'],
    ['-'.repeat(200), 'deeper'],
    ['1+'.repeat(600), '1000 characters'],
  ])('%s is refused and says why', (text, why) => {
    expect(() => evaluate(text)).toThrow(why);
  });
});
