import type { Session } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { agentsQuery, pages, useAgentName } from '../api/queries.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { beginOf, SinceFilter } from '../ui/since.tsx';
import { type Column, Table } from '../ui/table.tsx';

function Hits({ q }: { q: string }) {
  const nameOf = useAgentName();
  return (
    <Listing query={pages('/sessions/search/messages', { query: { q } })} empty={<Empty title="Nothing found" />}>
      {(hits) => (
        <ul className="cards single">
          {hits.map((hit) => (
            <li key={hit.messageId} className="card">
              <p className="wrap">{hit.snippet}</p>
              <p className="meta">
                {hit.role === 'user' ? 'You' : nameOf(hit.agentId)} · <Time at={hit.createdAt} /> ·{' '}
                <Link to="/sessions/$id" params={{ id: hit.sessionId }}>
                  Open the conversation
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
}

type Search = { q?: string; agent?: string; status?: string; since?: string; sort?: string };

function AllSessions({ search, choose }: { search: Search; choose(next: Search): void }) {
  const nameOf = useAgentName();
  const { data: agents = [] } = useQuery(agentsQuery);
  const status = (['active', 'closed'] as const).find((each) => each === search.status);
  const filter = { ...(status && { status }), ...(search.agent && { agentId: search.agent }) };
  const columns: Column<Session>[] = [
    {
      head: 'Conversation',
      kind: 'wrap',
      cell: ({ id, title }) => (
        <Link to="/sessions/$id" params={{ id }}>
          {title || 'Untitled'}
        </Link>
      ),
    },
    { head: 'Agent', cell: ({ agentId }) => nameOf(agentId), sortBy: ({ agentId }) => nameOf(agentId).toLowerCase() },
    { head: 'State', cell: (session) => <Badge>{session.status}</Badge> },
    {
      head: 'Messages',
      kind: 'number',
      cell: ({ messageCount }) => number(messageCount),
      sortBy: ({ messageCount }) => messageCount,
    },
    {
      head: 'Tokens',
      kind: 'number',
      cell: ({ usage }) => number(usage.promptTokens + usage.completionTokens),
      sortBy: ({ usage }) => usage.promptTokens + usage.completionTokens,
    },
    { head: 'Cost', kind: 'number', cell: ({ costUsd }) => money(costUsd), sortBy: ({ costUsd }) => costUsd },
    {
      head: 'Last message',
      cell: ({ lastMessageAt }) => <Time at={lastMessageAt} />,
      sortBy: ({ lastMessageAt }) => lastMessageAt ?? '',
    },
  ];
  return (
    <>
      <div className="filters">
        <select
          aria-label="Agent"
          value={search.agent ?? ''}
          onChange={({ target }) => choose({ agent: target.value })}
        >
          <option value="">Every agent</option>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label="State" value={status ?? ''} onChange={({ target }) => choose({ status: target.value })}>
          <option value="">Every state</option>
          <option value="active">active</option>
          <option value="closed">closed</option>
        </select>
        <SinceFilter label="Begun" value={search.since} onChange={(since) => choose({ since })} />
      </div>
      <Listing
        query={pages('/sessions', { query: filter })}
        since={{ begin: beginOf(search.since), timeOf: ({ createdAt }) => createdAt }}
        empty={
          <Empty
            title={Object.keys(filter).length > 0 || search.since ? 'No conversations fit' : 'No conversations yet'}
          >
            <p>They begin in Chat, over the API, or in a channel.</p>
            <Link to="/chat" className="button">
              Begin one
            </Link>
          </Empty>
        }
      >
        {(sessions) => (
          <Table
            card
            wholeRow
            items={sessions}
            keyOf={({ id }) => id}
            columns={columns}
            sort={{ by: search.sort, onSort: (by) => choose({ sort: by ?? '' }) }}
          />
        )}
      </Listing>
    </>
  );
}

export function SessionsPage() {
  const search: Search = useSearch({ from: '/sessions' });
  const { q = '' } = search;
  const navigate = useNavigate({ from: '/sessions' });
  const [typed, setTyped] = useState(q);
  const choose = (next: Search) => {
    const all = Object.entries({ ...search, ...next }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(all), replace: true });
  };
  useEffect(() => {
    // Waits for a pause in typing.
    const timer = setTimeout(() => {
      if (typed !== q) void navigate({ search: typed ? { q: typed } : {}, replace: true });
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  return (
    <>
      <PageHead title="Sessions" lead="Every conversation of yours in this workspace." />
      <search className="search">
        <input
          type="search"
          aria-label="Search in all messages"
          placeholder={'Search in all messages: words, "phrases", -not'}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </search>
      {q ? <Hits q={q} /> : <AllSessions search={search} choose={choose} />}
    </>
  );
}
