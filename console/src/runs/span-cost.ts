import type { TraceSpan, WorkspaceModel } from '@client/api.ts';

const count = ({ attributes }: TraceSpan, kind: string) => Number(attributes[`gen_ai.usage.${kind}_tokens`] ?? 0);

/**
 * What each call of a model cost. A trace has the cost of the whole run only: it is divided by the tokens of the calls at the
 * prices of their models, so the parts add up to the whole. Where a price is unknown nothing is said, unless there was one call.
 */
export function costsOf(spans: TraceSpan[], costUsd: number, models: WorkspaceModel[]): Map<string, number> {
  const calls = spans.filter(
    ({ name, attributes }) => name.startsWith('chat') && attributes['gateway.cached'] !== true,
  );
  const weights = calls.map((span) => {
    const model = span.attributes['gen_ai.request.model'];
    const price = models.find(({ id }) => id.endsWith(`/${model}`))?.price;
    if (!price) return undefined;
    const cached = count(span, 'cache_read.input');
    return (
      (count(span, 'input') - cached) * price.input + cached * price.cachedInput + count(span, 'output') * price.output
    );
  });
  const whole = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
  const [only] = calls;
  if (only && calls.length === 1) return new Map([[only.id, costUsd]]);
  if (whole === 0 || weights.includes(undefined)) return new Map();
  return new Map(calls.map(({ id }, place) => [id, (costUsd * (weights[place] ?? 0)) / whole]));
}
