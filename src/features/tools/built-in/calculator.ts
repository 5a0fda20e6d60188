import type { SharedTool } from '../tool.ts';
import { evaluate } from './expression.ts';

/** Rounds away the error of a double: 0.1 + 0.2 is 0.3. Whole numbers stay as they are. */
const shown = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

export const calculatorTool: SharedTool = {
  name: 'calculator',
  description:
    'Evaluates an arithmetic expression: + - * / % (remainder) ^ ! and parentheses; sqrt, cbrt, abs, round(x, digits), floor, ceil, trunc, sign, min, max, sum, avg, mod, pow, exp, ln, log(x, base), log2, log10, hypot, sin, cos, tan, asin, acos, atan, atan2 (radians); pi, e, tau.',
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: {
      expression: { type: 'string', minLength: 1, maxLength: 1_000, examples: ['(17.5 + 3) * 2^3 / sqrt(16)'] },
    },
    required: ['expression'],
    additionalProperties: false,
  },
  timeoutMs: 1_000,
  external: false,
  async execute({ expression }) {
    return { expression, result: shown(evaluate(String(expression))) };
  },
};
