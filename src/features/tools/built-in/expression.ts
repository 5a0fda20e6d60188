import { ToolError } from '../../../kernel/tool-error.ts';

const longest = 1_000;
const deepest = 100;
const mostArguments = 100;

const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI };

type Numeric = { least: number; most: number; apply: (...values: number[]) => number };
const one = (apply: (value: number) => number): Numeric => ({ least: 1, most: 1, apply });
const many = (apply: (...values: number[]) => number): Numeric => ({ least: 1, most: mostArguments, apply });
const sum = (...values: number[]) => values.reduce((total, value) => total + value, 0);

function rounded(value: number, digits = 0): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15)
    throw new ToolError('round(value, digits) takes a whole number of digits from -15 to 15.');
  if (!Number.isFinite(value)) return value;
  // Through its text, because 1.005 * 100 is 100.49999999999999. Halves are rounded away from zero.
  const [mantissa, exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [digitsOf, power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${digitsOf}e${Number(power) - digits}`);
}

const functions: Readonly<Record<string, Numeric>> = {
  abs: one(Math.abs),
  acos: one(Math.acos),
  asin: one(Math.asin),
  atan: one(Math.atan),
  atan2: { least: 2, most: 2, apply: Math.atan2 },
  avg: many((...values) => sum(...values) / values.length),
  cbrt: one(Math.cbrt),
  ceil: one(Math.ceil),
  cos: one(Math.cos),
  exp: one(Math.exp),
  floor: one(Math.floor),
  hypot: many(Math.hypot),
  ln: one(Math.log),
  log: {
    least: 1,
    most: 2,
    apply: (value, base = 10) => (base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base)),
  },
  log10: one(Math.log10),
  log2: one(Math.log2),
  max: many(Math.max),
  min: many(Math.min),
  mod: { least: 2, most: 2, apply: (value, by) => value - by * Math.floor(value / by) },
  pow: { least: 2, most: 2, apply: (base, exponent) => base ** exponent },
  round: { least: 1, most: 2, apply: rounded },
  sign: one(Math.sign),
  sin: one(Math.sin),
  sqrt: one(Math.sqrt),
  sum: many(sum),
  tan: one(Math.tan),
  trunc: one(Math.trunc),
};

type Token = { kind: 'number' | 'name' | 'symbol' | 'end'; text: string; at: number };

const tokenPattern =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([a-zA-Z][a-zA-Z0-9]*)|(\*\*|[-+*/%^(),!×÷−·])|$)/y;
const sameAs: Readonly<Record<string, string>> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-' };

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (;;) {
    const from = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) {
      const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      throw new ToolError(`"${text[at]}" at position ${at + 1} is not understood.`);
    }
    const [all, number, name, symbol] = match;
    const found = number ?? name ?? symbol ?? '';
    const at = from + all.length - found.length;
    if (found === '') return [...tokens, { kind: 'end', text: 'the end', at }];
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'symbol';
    tokens.push({ kind, text: kind === 'symbol' ? (sameAs[found] ?? found) : found, at });
  }
}

function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 170)
    throw new ToolError('A factorial needs a whole number from 0 to 170.');
  let product = 1;
  for (let factor = 2; factor <= value; factor += 1) product *= factor;
  return product;
}

/**
 * Arithmetic, by recursive descent. From loose to tight: + and -; *, / and % (the remainder, with the sign of the
 * left side); a sign; ^ (from the right, so that -2^2 is -4); !. The length of the text is limited, and with it the work.
 */
export function evaluate(expression: string): number {
  if (expression.length > longest) throw new ToolError(`An expression has at most ${longest} characters.`);
  const tokens = tokenize(expression);
  let next = 0;
  let depth = 0;
  const peek = () => tokens[next] as Token;
  const unexpected = ({ text, at }: Token) => new ToolError(`"${text}" at position ${at + 1} is not expected there.`);
  const takes = (...symbols: string[]): string | undefined => {
    const { kind, text } = peek();
    if (kind !== 'symbol' || !symbols.includes(text)) return undefined;
    next += 1;
    return text;
  };
  const expect = (symbol: string) => {
    if (!takes(symbol)) throw peek().kind === 'end' ? new ToolError(`A "${symbol}" is missing.`) : unexpected(peek());
  };

  function additive(): number {
    let value = multiplicative();
    for (let symbol = takes('+', '-'); symbol; symbol = takes('+', '-'))
      value = symbol === '+' ? value + multiplicative() : value - multiplicative();
    return value;
  }

  function multiplicative(): number {
    let value = signed();
    for (let symbol = takes('*', '/', '%'); symbol; symbol = takes('*', '/', '%')) {
      const by = signed();
      if (symbol !== '*' && by === 0) throw new ToolError('Division by zero.');
      value = symbol === '*' ? value * by : symbol === '/' ? value / by : value % by;
    }
    return value;
  }

  function signed(): number {
    depth += 1;
    if (depth > deepest) throw new ToolError(`The expression is nested deeper than ${deepest}.`);
    const symbol = takes('-', '+');
    const value = symbol === '-' ? -signed() : symbol === '+' ? signed() : power();
    depth -= 1;
    return value;
  }

  function power(): number {
    const base = postfix();
    return takes('^') ? base ** signed() : base;
  }

  function postfix(): number {
    let value = primary();
    while (takes('!')) value = factorial(value);
    return value;
  }

  function call(name: string): number {
    const values = [additive()];
    while (takes(',')) values.push(additive());
    expect(')');
    const { least, most, apply } = functions[name] as Numeric;
    if (values.length < least || values.length > most)
      throw new ToolError(
        `${name} takes ${least === most ? least : `${least} to ${most}`} values, not ${values.length}.`,
      );
    return apply(...values);
  }

  function primary(): number {
    const token = peek();
    next += 1;
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name') {
      const name = token.text.toLowerCase();
      if (takes('(')) {
        if (Object.hasOwn(functions, name)) return call(name);
        throw new ToolError(`There is no function "${token.text}"; there are ${Object.keys(functions).join(', ')}.`);
      }
      const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
      if (constant !== undefined) return constant;
      throw new ToolError(`"${token.text}" is not known; there are ${Object.keys(constants).join(', ')}.`);
    }
    if (token.text === '(' && token.kind === 'symbol') {
      const value = additive();
      expect(')');
      return value;
    }
    throw token.kind === 'end' ? new ToolError('The expression is not complete.') : unexpected(token);
  }

  const value = additive();
  if (peek().kind !== 'end') throw unexpected(peek());
  if (Number.isNaN(value)) throw new ToolError('The result is not a real number.');
  if (!Number.isFinite(value)) throw new ToolError('The result is too large.');
  return value;
}
