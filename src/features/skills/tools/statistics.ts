import { ToolError } from '../../../kernel/tool-error.ts';
import type { SharedTool } from '../../tools/index.ts';

const source = 'skill:data-math';
const cacheMs = 3_600_000;
const mostNumbers = 10_000;

/** The quantile of sorted values, interpolated between neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}

/** Neumaier's algorithm: small numbers keep their weight next to large ones. */
function sumOf(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function modesOf(sorted: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([value]) => value);
}

export const statisticsTool: SharedTool = {
  name: 'statistics',
  description:
    'Describes a list of numbers: count, sum, mean, median, modes, minimum, maximum, quartiles, variance and standard deviation (of the sample and of the population).',
  source,
  parameters: {
    type: 'object',
    properties: {
      numbers: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: mostNumbers, examples: [[3, 1, 4]] },
    },
    required: ['numbers'],
    additionalProperties: false,
  },
  timeoutMs: 2_000,
  external: false,
  cacheMs,
  async execute(params) {
    const numbers = params.numbers as number[];
    const sorted = numbers.toSorted((one, other) => one - other);
    const count = sorted.length;
    const sum = sumOf(sorted);
    const mean = sum / count;
    const squares = sumOf(sorted.map((value) => (value - mean) ** 2));
    if (!Number.isFinite(squares)) throw new ToolError('The numbers are too large to be described.');
    return {
      count,
      sum,
      mean,
      median: quantile(sorted, 0.5),
      modes: modesOf(sorted).slice(0, 20),
      minimum: sorted[0],
      maximum: sorted[count - 1],
      range: (sorted[count - 1] as number) - (sorted[0] as number),
      firstQuartile: quantile(sorted, 0.25),
      thirdQuartile: quantile(sorted, 0.75),
      populationVariance: squares / count,
      populationStandardDeviation: Math.sqrt(squares / count),
      ...(count > 1
        ? { sampleVariance: squares / (count - 1), sampleStandardDeviation: Math.sqrt(squares / (count - 1)) }
        : {}),
    };
  },
};

export const linearFitTool: SharedTool = {
  name: 'linear_fit',
  description: 'Fits the straight line y = slope * x + intercept to points, with the correlation; predicts y if asked.',
  source,
  parameters: {
    type: 'object',
    properties: {
      x: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: mostNumbers },
      y: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: mostNumbers },
      predictAt: { type: 'number', description: 'An x for which y is wanted.' },
    },
    required: ['x', 'y'],
    additionalProperties: false,
  },
  timeoutMs: 2_000,
  external: false,
  cacheMs,
  async execute(params) {
    const { x, y, predictAt } = params as { x: number[]; y: number[]; predictAt?: number };
    if (x.length !== y.length) throw new ToolError(`There are ${x.length} values of x and ${y.length} of y.`);
    const meanX = sumOf(x) / x.length;
    const meanY = sumOf(y) / y.length;
    const squaresX = sumOf(x.map((value) => (value - meanX) ** 2));
    const squaresY = sumOf(y.map((value) => (value - meanY) ** 2));
    if (squaresX === 0) throw new ToolError('All values of x are the same: there is no line through them.');
    const products = sumOf(x.map((value, index) => (value - meanX) * ((y[index] as number) - meanY)));
    const slope = products / squaresX;
    const intercept = meanY - slope * meanX;
    return {
      slope,
      intercept,
      correlation: squaresY === 0 ? null : products / Math.sqrt(squaresX * squaresY),
      ...(predictAt === undefined ? {} : { prediction: slope * predictAt + intercept }),
    };
  },
};
