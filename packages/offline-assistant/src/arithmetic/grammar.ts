import numberWords from './number-words.json' with { type: 'json' };

/** `text` is the expression for the calculator; `value` is the expected result. */
export type Calculation = { text: string; value: number };

export type Token = { kind: 'number'; value: number } | { kind: 'word'; word: string };

/** `next` is the first token after it. */
export type Parsed = Calculation & { next: number; operations: number; percent?: boolean };

const binary: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
  mod: (left, right) => left % right,
};

type NumberWords = Readonly<Record<string, number>>;
const shares: NumberWords = numberWords.shares;
const scales: NumberWords = numberWords.scales;
const powers: NumberWords = numberWords.powers;
const multiples: NumberWords = numberWords.multiples;
const listOperators: Record<string, string> = {
  sum: '+',
  total: '+',
  difference: '-',
  product: '*',
  quotient: '/',
  average: '+',
  mean: '+',
  add: '+',
  multiply: '*',
};
/** The operator, the words that may stand between the two numbers, and whether their order is reversed. */
const verbs: Record<string, [operator: string, between: string[], swapped?: 'from']> = {
  add: ['+', ['and', 'to', 'with', ',']],
  subtract: ['-', ['from'], 'from'],
  take: ['-', ['from'], 'from'],
  deduct: ['-', ['from'], 'from'],
  multiply: ['*', ['by', 'and', 'with']],
  divide: ['/', ['by']],
};

/** Parses the longest calculation that begins at a token: operators, words, and forms such as "the sum of". */
export function createParser(tokens: Token[]) {
  const wordAt = (at: number): string | undefined => {
    const token = tokens[at];
    return token?.kind === 'word' ? token.word : undefined;
  };
  const join = (left: Parsed, operator: string, right: Parsed): Parsed => ({
    text: `${left.text} ${operator === 'mod' ? '%' : operator} ${right.text}`,
    value: binary[operator]?.(left.value, right.value) ?? Number.NaN,
    next: right.next,
    operations: left.operations + right.operations + 1,
  });
  const group = (parsed: Parsed): Parsed =>
    / |^-/.test(parsed.text) && !/^\([^()]*\)$/.test(parsed.text) ? { ...parsed, text: `(${parsed.text})` } : parsed;
  const constant = (value: number, next: number): Parsed => ({ text: String(value), value, next, operations: 0 });

  function chain(at: number, operand: (at: number) => Parsed | undefined, wanted: string[]): Parsed | undefined {
    let left = operand(at);
    while (left) {
      const operator: string | undefined = wordAt(left.next);
      const right: Parsed | undefined = operator && wanted.includes(operator) ? operand(left.next + 1) : undefined;
      if (!operator || !right) break;
      // "250 plus 20 percent" means 20 percent of the 250.
      const share = right.percent && !left.percent && (operator === '+' || operator === '-');
      left = share
        ? { ...join(group(left), '*', group(join(constant(1, 0), operator, right))), next: right.next }
        : join(left, operator, right);
    }
    return left;
  }

  const sum = (at: number): Parsed | undefined => chain(at, product, ['+', '-']);
  const product = (at: number): Parsed | undefined => chain(at, power, ['*', '/', 'mod']);

  function power(at: number): Parsed | undefined {
    const base = postfix(at);
    const exponent = base && wordAt(base.next) === '^' ? power(base.next + 1) : undefined;
    return base && exponent ? join(group(base), '^', group(exponent)) : base;
  }

  /** A number and its suffix: squared, dozen, percent of, quarters of. */
  function postfix(at: number): Parsed | undefined {
    let parsed = primary(at);
    for (let more = true; more && parsed; ) {
      const word = wordAt(parsed.next) ?? '';
      const scale = scales[word];
      const whole: Parsed | undefined =
        wordAt(parsed.next + 1) === 'of' && word in shares ? postfix(parsed.next + 2) : undefined;
      if (word === '%') return percentage(parsed);
      if (word === 'squared' || word === 'cubed')
        parsed = join(group(parsed), '^', constant(word === 'squared' ? 2 : 3, parsed.next + 1));
      else if (scale) parsed = join(parsed, '*', constant(scale, parsed.next + 1));
      else if (whole) return join(group(join(parsed, '/', constant(shares[word] ?? 1, 0))), '*', group(whole));
      else more = false;
    }
    return parsed;
  }

  function percentage(parsed: Parsed): Parsed {
    const relation = wordAt(parsed.next + 1);
    const whole = relation === 'of' || relation === 'off' ? postfix(parsed.next + 2) : undefined;
    const part = { ...group(join(parsed, '/', constant(100, parsed.next + 1))), percent: true };
    if (whole && relation === 'off')
      return { ...join(group(whole), '*', group(join(constant(1, 0), '-', part))), next: whole.next };
    if (whole) return join(part, '*', group(whole));
    const divisor = primary(parsed.next + 1);
    return divisor ? join(parsed, 'mod', divisor) : part;
  }

  function primary(at: number): Parsed | undefined {
    const token = tokens[at];
    if (!token) return undefined;
    if (token.kind === 'number') return constant(token.value, at + 1);
    const { word } = token;
    if (word === '-') {
      const inner = primary(at + 1);
      return inner && { ...inner, text: `-${inner.text}`, value: -inner.value };
    }
    if (word === '(') {
      const inner = sum(at + 1);
      return inner && wordAt(inner.next) === ')' ? { ...group(inner), next: inner.next + 1 } : undefined;
    }
    if (word === 'sqrt') {
      const inner = primary(at + 1);
      if (!inner) return undefined;
      const bare = inner.text.replace(/^\((.*)\)$/, '$1');
      return { ...inner, text: `sqrt(${bare})`, value: Math.sqrt(inner.value), operations: inner.operations + 1 };
    }
    if (word in powers && wordAt(at + 1) === 'of') {
      const inner = primary(at + 2);
      return inner && join(group(inner), '^', constant(powers[word] ?? 2, inner.next));
    }
    const multiple = multiples[word];
    const share = shares[word];
    if (multiple || share) {
      const inner = primary(wordAt(at + 1) === 'of' ? at + 2 : at + 1);
      return inner && join(group(inner), share ? '/' : '*', constant(share ?? multiple ?? 1, inner.next));
    }
    return (word in listOperators ? listForm(at, word) : undefined) ?? verbForm(at, word);
  }

  /** `the sum of 3, 4 and 5` */
  function listForm(at: number, name: string): Parsed | undefined {
    const operator = listOperators[name] ?? '+';
    const from = /^(?:of|between)$/.test(wordAt(at + 1) ?? '') ? at + 2 : at + 1;
    let parsed = product(from);
    let count = 1;
    while (parsed) {
      let next: number = parsed.next;
      while (/^(?:,|and)$/.test(wordAt(next) ?? '')) next += 1;
      const more: Parsed | undefined = next > parsed.next ? product(next) : undefined;
      if (!more) break;
      parsed = join(parsed, operator, more);
      count += 1;
    }
    if (!parsed || count < 2) return undefined;
    if (name !== 'average' && name !== 'mean') return group(parsed);
    return join(group(parsed), '/', constant(count, parsed.next));
  }

  /** `divide 20 by 4` */
  function verbForm(at: number, name: string): Parsed | undefined {
    const [operator, between, swapped] = verbs[name] ?? [];
    if (!operator || !between) return undefined;
    const first = product(at + 1);
    if (!first || !between.includes(wordAt(first.next) ?? '')) return undefined;
    const second = product(first.next + 1);
    if (!second) return undefined;
    return swapped ? { ...join(second, operator, first), next: second.next } : join(first, operator, second);
  }

  return sum;
}
