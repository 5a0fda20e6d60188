import type { Job } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { agentsQuery, pages } from '../api/queries.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';

const states = ['queued', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled'];

export function RunsPage() {
  const { status } = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const { data: agents = [] } = useQuery(agentsQuery);
  return (
    <>
      <PageHead title="Runs" lead="Every turn of your agents, whatever started it. Looks again every few seconds.">
        <select
          aria-label="State"
          value={status ?? ''}
          onChange={({ target }) => void navigate({ search: target.value ? { status: target.value } : {} })}
        >
          <option value="">Every state</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {state.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </PageHead>
      <Listing query={pages<Job>('/jobs', { query: { status } })} refetchMs={3_000} empty={<Empty title="No runs" />}>
        {(runs) => (
          <div className="card table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Message</th>
                  <th scope="col">Agent</th>
                  <th scope="col">State</th>
                  <th scope="col">Started by</th>
                  <th scope="col" className="number">
                    Tools
                  </th>
                  <th scope="col" className="number">
                    Tokens
                  </th>
                  <th scope="col" className="number">
                    Cost
                  </th>
                  <th scope="col" className="number">
                    Took
                  </th>
                  <th scope="col">When</th>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <tr key={run.id}>
                    <td className="wrap">
                      <Link to="/runs/$id" params={{ id: run.id }}>
                        {run.message.slice(0, 80) || run.id}
                      </Link>
                    </td>
                    <td>{agents.find(({ id }) => id === run.agentId)?.name ?? run.agentId}</td>
                    <td>
                      <Badge>{run.status}</Badge>
                    </td>
                    <td>{run.kind}</td>
                    <td className="number">{run.toolCallCount}</td>
                    <td className="number">{number(run.usage.promptTokens + run.usage.completionTokens)}</td>
                    <td className="number">{money(run.costUsd)}</td>
                    <td className="number">{duration(run.durationMs)}</td>
                    <td>
                      <Time at={run.createdAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
    </>
  );
}
