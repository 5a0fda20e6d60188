import type { Budget, CostBreakdown } from '@client/api.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, unlisted } from '../api/queries.ts';
import { ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { BarChart, Figure, Gauge, ShareBars } from '../ui/charts.tsx';
import { counted, money, number, Time } from '../ui/format.tsx';

const day = 86_400_000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

type Measure = 'costUsd' | 'tokens' | 'requests';
type Row = CostBreakdown['data'][number];
const names: Record<Measure, string> = { costUsd: 'Cost', tokens: 'Tokens', requests: 'Requests' };
type Counted = Pick<Row, 'costUsd' | 'requests' | 'promptTokens' | 'cachedTokens' | 'completionTokens'>;
const measured = (row: Counted, measure: Measure) =>
  measure === 'tokens' ? row.promptTokens + row.cachedTokens + row.completionTokens : row[measure];

/** Days without traffic are shown as zero. */
function everyDay(rows: Row[], days: number, measure: Measure) {
  const byDay = new Map(rows.map((row) => [row.key.slice(0, 10), row]));
  return Array.from({ length: days }, (_, index) => {
    const label = dateOf(Date.now() - (days - 1 - index) * day);
    const row = byDay.get(label);
    return { label, value: row ? measured(row, measure) : 0 };
  });
}

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
  const { days: given = '30' } = useSearch({ from: '/costs' });
  const days = Number(given);
  const navigate = useNavigate({ from: '/costs' });
  const [chosen, setChosen] = useState<Measure | undefined>();
  const { data: costs, error } = queries.useQuery('get', '/costs', { params: { query: { days } } });
  const from = dateOf(Date.now() - (days - 1) * day);
  const byDay = queries.useQuery('get', '/costs/breakdown', { params: { query: { groupBy: 'day', from } } });
  if (error) return <ErrorNote error={error} />;
  if (!costs) return <Loading />;
  // The offline model costs nothing, so the chart shows tokens then.
  const measure = chosen ?? (costs.totalUsd > 0 ? 'costUsd' : 'tokens');
  const show = measure === 'costUsd' ? money : number;
  const note = ({ requests, priced, costUsd }: Counted & { priced: boolean }) =>
    `${counted(requests, 'request')} · ${money(costUsd)}${priced ? '' : ' · no price known'}`;
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
          value={given}
          onChange={({ target }) => void navigate({ search: { days: target.value } })}
        >
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
        </select>
      </PageHead>
      <div className="stack">
        <section className="card figures">
          <Figure value={money(costs.totalUsd)} label={`in ${days} days`} />
          <Figure value={number(costs.tokens.total)} label="tokens" />
          <Figure value={number(costs.tokens.cached)} label="of them from a cache" />
          <Figure value={number(costs.requests)} label="requests to models" />
        </section>
        <section className="card">
          <h2>{names[measure]} by day</h2>
          <ErrorNote error={byDay.error} />
          <BarChart
            points={everyDay(byDay.data?.data ?? [], days, measure)}
            show={show}
            title={`${names[measure]} by day`}
          />
        </section>
        <div className="columns">
          <section className="card">
            <h2>By agent</h2>
            <ShareBars
              show={show}
              points={costs.byAgent.map((row) => ({
                key: row.key,
                label: row.name ?? (row.agentId ? unlisted(row.agentId) : 'no agent'),
                value: measured(row, measure),
                note: note(row),
              }))}
            />
          </section>
          <section className="card">
            <h2>By model</h2>
            <ShareBars
              show={show}
              points={costs.byModel.map((row) => ({
                key: row.key,
                label: row.key,
                value: measured(row, measure),
                note: note(row),
              }))}
            />
          </section>
          <BudgetCard budget={costs.budget} />
        </div>
      </div>
    </>
  );
}
