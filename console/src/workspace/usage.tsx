import { useQuery } from '@tanstack/react-query';
import { queries, unlisted } from '../api/queries.ts';
import { ErrorNote } from '../ui/basics.tsx';
import { BarChart, Figure, ShareBars } from '../ui/charts.tsx';
import { counted, money, number } from '../ui/format.tsx';

export function Usage({ id }: { id: string }) {
  const { data, error } = useQuery(
    queries.queryOptions('get', '/workspaces/{id}/stats', { params: { path: { id }, query: { days: 30 } } }),
  );
  if (error) return <ErrorNote error={error} />;
  if (!data) return null;
  return (
    <section className="card stack">
      <h2>The last 30 days</h2>
      <div className="figures">
        <Figure value={number(data.sessions.total)} label="conversations" />
        <Figure value={number(data.tokens.total)} label="tokens" />
        <Figure value={money(data.costUsd)} label="cost" />
        <Figure value={number(data.activeUsers)} label="active people" />
      </div>
      <BarChart
        points={data.daily.map(({ date, tokens }) => ({ label: date, value: tokens }))}
        show={number}
        title="Tokens by day"
      />
      <div className="columns">
        <div>
          <h3>Busiest agents</h3>
          <ShareBars
            show={(runs) => counted(runs, 'run')}
            points={data.topAgents.map(({ agentId, name, runs }) => ({
              key: agentId,
              label: name ?? unlisted(agentId),
              value: runs,
            }))}
          />
        </div>
        <div>
          <h3>Most used tools</h3>
          <ShareBars
            show={(calls) => counted(calls, 'call')}
            points={data.topTools.map(({ tool, calls }) => ({ key: tool, label: tool, value: calls }))}
          />
        </div>
      </div>
    </section>
  );
}
