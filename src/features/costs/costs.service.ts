import type { Caller } from '../../http/authentication.ts';
import { permits } from '../../http/permissions.ts';
import { type Clock, utcDay } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { usd } from '../../kernel/money.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { CostBreakdown, Costs, Grouping } from './costs.schema.ts';
import type { CostStore } from './costs.store.ts';
import { daysBefore, daysBetween, readDay } from './days.ts';
import { byCost, shownUsage, sumOf, type Usage, without } from './usage-figures.ts';
import type { UsageRange, UsageTotals } from './usage-totals.store.ts';

type Deps = { store: CostStore; totals: UsageTotals; budgets: Budgets; clock: Clock };
type BreakdownRequest = { from?: string; to?: string; groupBy?: Grouping };

const longestRangeDays = 3_660;
/** Rows of an answer; the last row sums up all others. */
const mostRows = 1_000;
const others = 'others';

function readRange({ from, to }: BreakdownRequest, today: string): { first: string; last: string } {
  const read = (name: string, text: string) => {
    const day = readDay(text);
    if (day === undefined)
      throw invalidField(`querystring.${name}`, 'must be a day such as 2026-11-15, or an ISO time');
    return day;
  };
  const last = to === undefined ? today : read('to', to);
  const first = from === undefined ? daysBefore(last, 29) : read('from', from);
  if (first > last) throw invalidField('querystring.from', 'must not be after `to`');
  if (daysBetween(first, last) >= longestRangeDays)
    throw invalidField('querystring.from', `must be at most ${longestRangeDays} days before \`to\``);
  return { first, last };
}

const splitModel = (key: string) => {
  const slash = key.indexOf('/');
  return { provider: key.slice(0, slash), model: key.slice(slash + 1) };
};

export function createCostService({ store, totals, budgets, clock }: Deps) {
  async function namesFor(grouping: Grouping, workspaceId: string): Promise<Map<string, string> | undefined> {
    if (grouping === 'agent') return store.agentNames(workspaceId);
    return grouping === 'user' ? store.emails(workspaceId) : undefined;
  }

  /** All of it to managers, with what was used without a key; to others what they used with keys of their own. */
  async function byKey({ workspaceId, userId, role }: Caller, range: UsageRange) {
    const [rows, days, keys] = await Promise.all([
      store.grouped('key', range),
      store.grouped('day', range),
      store.keys(workspaceId),
    ]);
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    const own = new Set(keys.filter((key) => key.userId === userId).map(({ id }) => id));
    if (!permits(role, 'costs.all')) return { rows: rows.filter(({ key }) => own.has(key)), names };
    const keyless = without('', sumOf('', days), sumOf('', rows));
    return { rows: keyless.requests > 0 ? [...rows, keyless] : rows, names };
  }

  function shownRows(grouping: Grouping, rows: readonly Usage[], names: Map<string, string> | undefined) {
    const shown = (row: Usage) => ({ ...(names ? { name: names.get(row.key) ?? null } : {}), ...shownUsage(row) });
    if (grouping === 'day') return rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(shown);
    const sorted = rows.toSorted(byCost);
    const rest = sorted.slice(mostRows);
    const data = sorted.slice(0, mostRows).map(shown);
    return rest.length === 0 ? data : [...data, shownUsage(sumOf(others, rest))];
  }

  return {
    async summary({ workspaceId, userId }: Caller, days: number): Promise<Costs> {
      const to = utcDay(clock.now());
      const from = daysBefore(to, days - 1);
      const range = await totals.range(workspaceId, from, to);
      const [models, agents, names, budget, personBudget] = await Promise.all([
        store.grouped('model', range),
        store.grouped('agent', range),
        store.agentNames(workspaceId),
        budgets.standing(workspaceId),
        budgets.standingOfPerson(userId),
      ]);
      const { requests, prompt, cached, completion, cost, unpriced } = sumOf('', models);
      return {
        currency: 'USD',
        days,
        from,
        to,
        totalUsd: usd(cost),
        tokens: { prompt, cached, completion, total: prompt + cached + completion },
        requests,
        priced: unpriced === 0,
        byModel: shownRows('model', models, undefined).map((row) => ({ ...row, ...splitModel(row.key) })),
        byAgent: shownRows('agent', agents, names).map((row) => ({
          name: null,
          ...row,
          agentId: row.key === '' || row.key === others ? null : row.key,
        })),
        budget,
        personBudget,
      };
    },

    /** Grouped by user, a member sees only their own row; owners and admins see all. */
    async breakdown({ workspaceId, userId, role }: Caller, request: BreakdownRequest): Promise<CostBreakdown> {
      const groupBy = request.groupBy ?? 'day';
      const { first, last } = readRange(request, utcDay(clock.now()));
      const range = await totals.range(workspaceId, first, last);
      if (groupBy === 'key') {
        const { rows, names } = await byKey({ workspaceId, userId, role }, range);
        return { from: first, to: last, groupBy, data: shownRows(groupBy, rows, names) };
      }
      const [rows, names] = await Promise.all([store.grouped(groupBy, range), namesFor(groupBy, workspaceId)]);
      const seen = groupBy === 'user' && !permits(role, 'costs.all') ? rows.filter(({ key }) => key === userId) : rows;
      return { from: first, to: last, groupBy, data: shownRows(groupBy, seen, names) };
    },
  };
}

export type CostService = ReturnType<typeof createCostService>;
