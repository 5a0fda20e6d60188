import type { Job } from '@client/api.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { pages, useAgentName } from '../api/queries.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';

/** The list is read more often while a run is open. */
const isOpen = ({ status }: Job) => ['queued', 'running', 'awaiting_approval'].includes(status);
const states: Job['status'][] = ['queued', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled'];

export function RunsPage() {
  const asked = useSearch({ from: '/runs' }).status;
  const status = states.find((state) => state === asked);
  const navigate = useNavigate({ from: '/runs' });
  const nameOf = useAgentName();
  const columns: Column<Job>[] = [
    {
      head: 'Message',
      kind: 'wrap',
      cell: ({ id, message }) => (
        <Link to="/runs/$id" params={{ id }}>
          {message.slice(0, 80) || id}
        </Link>
      ),
    },
    { head: 'Agent', cell: ({ agentId }) => nameOf(agentId) },
    { head: 'State', cell: ({ status: state }) => <Badge>{state}</Badge> },
    { head: 'Started by', cell: ({ kind }) => kind },
    { head: 'Tools', kind: 'number', cell: ({ toolCallCount }) => toolCallCount },
    { head: 'Tokens', kind: 'number', cell: ({ usage }) => number(usage.promptTokens + usage.completionTokens) },
    { head: 'Cost', kind: 'number', cell: ({ costUsd }) => money(costUsd) },
    { head: 'Took', kind: 'number', cell: ({ durationMs }) => duration(durationMs) },
    { head: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <>
      <PageHead title="Runs" lead="Every run of your agents, through every door. Updated every few seconds.">
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
      <Listing
        query={pages('/jobs', { query: status ? { status } : {} })}
        refetchMs={(runs) => (runs.some(isOpen) ? 1_000 : 3_000)}
        empty={
          <Empty title={status ? 'No runs in this state' : 'No runs yet'}>
            <p>A run is one answer of an agent to one message, with the tools it used.</p>
          </Empty>
        }
      >
        {(runs) => <Table card items={runs} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
    </>
  );
}
