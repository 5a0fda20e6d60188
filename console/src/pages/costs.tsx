import type { Budget, CostBreakdown } from '@client/api.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, unlisted } from '../api/queries.ts';
import { ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { BarChart, Figure, Gauge, ShareBars } from '../ui/charts.tsx';
import { counted, money, number, Time } from '../ui/format.tsx';

const day = 86_400_000;
/** More bars than this cannot be told apart. */
const longestDays = 366;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

type Measure = 'costUsd' | 'tokens' | 'requests';
type Row = CostBreakdown['data'][number];
const names: Record<Measure, string> = { costUsd: 'Cost', tokens: 'Tokens', requests: 'Requests' };
type Counted = Pick<Row, 'costUsd' | 'requests' | 'promptTokens' | 'cachedTokens' | 'completionTokens'>;
const measured = (row: Counted, measure: Measure) =>
  measure === 'tokens' ? row.promptTokens + row.cachedTokens + row.completionTokens : row[measure];

/** Days without traffic are shown as zero. */
function everyDay(rows: Row[], from: string, to: string, measure: Measure) {
  const byDay = new Map(rows.map((row) => [row.key.slice(0, 10), row]));
  const first = Date.parse(from);
  const count = Math.max(1, Math.min(longestDays, Math.round((Date.parse(to) - first) / day) + 1));
  return Array.from({ length: count }, (_, index) => {
    const label = dateOf(first + index * day);
    const row = byDay.get(label);
    return { label, value: row ? measured(row, measure) : 0 };
  });
}

const isDate = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !!Date.parse(text ?? '');

const sumOf = (rows: Row[], one: (row: Row) => number) => rows.reduce((sum, row) => sum + one(row), 0);

const useBreakdown = (groupBy: 'day' | 'agent' | 'model', from: string, to: string) =>
  queries.useQuery(
    'get',
    '/costs/breakdown',
    { params: { query: { groupBy, from, to } } },
    // Other days replace the shown ones at once, without an empty page between.
    { placeholderData: keepPreviousData },
  );

function BudgetCard({ budget }: { budget: Budget | null }) {
  return (
    <section className="card">
      <h2>This month's budget</h2>
      {budget ? (
        <>
          <p>
            <strong>{money(budget.spentUsd)}</strong> of {money(budget.monthlyUsd)} spent
            {budget.reservedUsd > 0 && `, ${money(budget.reservedUsd)} reserved by running turns`}
          </p>
          <Gauge value={budget.spentUsd + budget.reservedUsd} of={budget.monthlyUsd} label="Budget spent" />
          <p className="dim">
            Begins anew <Time at={budget.resetsAt} />.
          </p>
        </>
      ) : (
        <p className="dim">
          There is none: turns are never refused because of their cost. <Link to="/workspace">Set one</Link>
        </p>
      )}
    </section>
  );
}

export function CostsPage() {
  const search = useSearch({ from: '/costs' });
  const { days = '30' } = search;
  const navigate = useNavigate({ from: '/costs' });
  const [chosen, setChosen] = useState<Measure | undefined>();
  const isOwn = isDate(search.from) && isDate(search.to);
  const to = isOwn ? search.to : dateOf(Date.now());
  const from = isOwn ? search.from : dateOf(Date.now() - (Number(days) - 1) * day);
  const { data: costs } = queries.useQuery('get', '/costs', { params: { query: { days: 1 } } });
  const { data: byDay, error } = useBreakdown('day', from, to);
  const byAgent = useBreakdown('agent', from, to);
  const byModel = useBreakdown('model', from, to);
  const change = (next: typeof search) => void navigate({ search: next, replace: true });
  // The offline model costs nothing, so the chart shows tokens then.
  const rows = byDay?.data ?? [];
  const totalUsd = sumOf(rows, ({ costUsd }) => costUsd);
  const measure = chosen ?? (totalUsd > 0 || !byDay ? 'costUsd' : 'tokens');
  const show = measure === 'costUsd' ? money : number;
  const note = ({ requests, priced, costUsd }: Counted & { priced: boolean }) =>
    [
      measure !== 'requests' && counted(requests, 'request'),
      measure !== 'costUsd' && money(costUsd),
      !priced && 'no price known',
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      <PageHead title="Costs" lead="What this workspace's agents used, and what it cost.">
        <select aria-label="Measure" value={measure} onChange={({ target }) => setChosen(target.value as Measure)}>
          {Object.entries(names).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Period"
          value={isOwn ? 'own' : days}
          onChange={({ target }) => change(target.value === 'own' ? { from, to } : { days: target.value })}
        >
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="own">From … to …</option>
        </select>
        {isOwn && (
          <>
            {/* What is half typed is no date yet; it is kept by the field. */}
            <input
              type="date"
              aria-label="From"
              className="date"
              max={to}
              defaultValue={from}
              onChange={({ target }) => isDate(target.value) && change({ from: target.value, to })}
            />
            <input
              type="date"
              aria-label="To"
              className="date"
              min={from}
              defaultValue={to}
              onChange={({ target }) => isDate(target.value) && change({ from, to: target.value })}
            />
          </>
        )}
      </PageHead>
      {!byDay && !error && <Loading />}
      <div className="stack" hidden={!byDay && !error}>
        <ErrorNote error={error ?? byAgent.error ?? byModel.error} />
        <section className="card figures">
          <Figure value={money(totalUsd)} label={isOwn ? `from ${from} to ${to}` : `in ${days} days`} />
          <Figure value={number(sumOf(rows, (row) => measured(row, 'tokens')))} label="tokens" />
          <Figure value={number(sumOf(rows, ({ cachedTokens }) => cachedTokens))} label="of them from a cache" />
          <Figure value={number(sumOf(rows, ({ requests }) => requests))} label="requests to models" />
        </section>
        <section className="card">
          <h2>{names[measure]} by day</h2>
          <BarChart points={everyDay(rows, from, to, measure)} show={show} title={`${names[measure]} by day`} />
        </section>
        <div className="columns">
          <section className="card">
            <h2>By agent</h2>
            <ShareBars
              show={show}
              points={(byAgent.data?.data ?? []).map((row) => ({
                key: row.key,
                label: row.name ?? (row.key ? unlisted(row.key) : 'no agent'),
                value: measured(row, measure),
                note: note(row),
              }))}
            />
          </section>
          <section className="card">
            <h2>By model</h2>
            <ShareBars
              show={show}
              points={(byModel.data?.data ?? []).map((row) => ({
                key: row.key,
                label: row.key,
                value: measured(row, measure),
                note: note(row),
              }))}
            />
          </section>
          {costs && <BudgetCard budget={costs.budget} />}
        </div>
      </div>
    </>
  );
}
