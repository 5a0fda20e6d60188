import type { Job } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { agentsQuery, pages, useAgentName } from '../api/queries.ts';
import { isOpen } from '../chat/turn.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { beginOf, SinceFilter } from '../ui/since.tsx';
import { type Column, Table } from '../ui/table.tsx';

const states: Job['status'][] = [
  'queued',
  'running',
  'awaiting_approval',
  'awaiting_client_tool',
  'completed',
  'failed',
  'cancelled',
];

const kinds: Job['kind'][] = [
  'chat',
  'stream',
  'websocket',
  'channel',
  'spawn',
  'inference',
  'mcp',
  'ui',
  'a2a',
  'ag-ui',
  'autonomous',
  'batch',
  'heartbeat',
  'cron',
  'swarm',
];

type Search = { status?: string; agent?: string; kind?: string; since?: string; q?: string; sort?: string };

export function RunsPage() {
  const search: Search = useSearch({ from: '/runs' });
  const { agent: agentId, since, q = '', sort } = search;
  const status = states.find((state) => state === search.status);
  const kind = kinds.find((each) => each === search.kind);
  const navigate = useNavigate({ from: '/runs' });
  const { data: agents = [] } = useQuery(agentsQuery);
  const nameOf = useAgentName();
  /** What is chosen is in the address, so that it can be shared and survives a reload. */
  const choose = (next: Search) => {
    const all = Object.entries({ ...search, ...next }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(all), replace: true });
  };
  const filter = { ...(status && { status }), ...(kind && { kind }), ...(agentId && { agentId }) };
  const isFiltered = Object.keys(filter).length > 0 || q !== '' || since !== undefined;
  const columns: Column<Job>[] = [
    {
      head: 'Message',
      kind: 'wrap',
      cell: ({ id, message }) => (
        <Link to="/runs/$id" params={{ id }}>
          {message.slice(0, 200) || id}
        </Link>
      ),
    },
    { head: 'Agent', cell: (run) => nameOf(run.agentId), sortBy: (run) => nameOf(run.agentId).toLowerCase() },
    { head: 'State', cell: ({ status: state }) => <Badge>{state}</Badge> },
    { head: 'Started by', cell: (run) => run.kind },
    { head: 'Tools', kind: 'number', cell: (run) => run.toolCallCount, sortBy: (run) => run.toolCallCount },
    {
      head: 'Tokens',
      kind: 'number',
      cell: (run) => (isOpen(run) ? '' : number(run.usage.promptTokens + run.usage.completionTokens)),
      sortBy: ({ usage }) => usage.promptTokens + usage.completionTokens,
    },
    {
      head: 'Cost',
      kind: 'number',
      cell: (run) => (isOpen(run) ? '' : money(run.costUsd)),
      sortBy: ({ costUsd }) => costUsd,
    },
    {
      head: 'Took',
      kind: 'number',
      cell: (run) => (isOpen(run) ? '' : duration(run.durationMs)),
      sortBy: ({ durationMs }) => durationMs,
    },
    { head: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, sortBy: ({ createdAt }) => createdAt },
  ];
  return (
    <>
      <PageHead title="Runs" lead="Every run of your agents, through every door. Updated every few seconds." />
      <search className="filters">
        <input
          type="search"
          aria-label="Filter by text"
          placeholder="Filter by text"
          value={q}
          onChange={({ target }) => choose({ q: target.value })}
        />
        <select aria-label="State" value={status ?? ''} onChange={({ target }) => choose({ status: target.value })}>
          <option value="">Every state</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {state.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <select aria-label="Agent" value={agentId ?? ''} onChange={({ target }) => choose({ agent: target.value })}>
          <option value="">Every agent</option>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label="Started by" value={kind ?? ''} onChange={({ target }) => choose({ kind: target.value })}>
          <option value="">Every door</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <SinceFilter value={since} onChange={(next) => choose({ since: next })} />
      </search>
      <Listing
        query={pages('/jobs', { query: filter })}
        since={{ begin: beginOf(since), timeOf: ({ createdAt }) => createdAt }}
        refetchMs={(runs) => (runs.some(isOpen) ? 1_000 : 15_000)}
        empty={
          <Empty title={isFiltered ? 'No runs fit' : 'No runs yet'}>
            <p>A run is one answer of an agent to one message, with the tools it used.</p>
            {!isFiltered && (
              <Link to="/chat" className="button">
                Ask something
              </Link>
            )}
          </Empty>
        }
      >
        {(runs) => (
          <Table
            card
            wholeRow
            items={runs.filter(({ message }) => message.toLowerCase().includes(q.toLowerCase()))}
            keyOf={({ id }) => id}
            columns={columns}
            sort={{ by: sort, onSort: (by) => choose({ sort: by ?? '' }) }}
          />
        )}
      </Listing>
    </>
  );
}
