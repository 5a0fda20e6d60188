import type { Session } from '@client/api.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pages, useAgentName } from '../api/queries.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
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

function AllSessions() {
  const nameOf = useAgentName();
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
    { head: 'Agent', cell: ({ agentId }) => nameOf(agentId) },
    { head: 'State', cell: ({ status }) => <Badge>{status}</Badge> },
    { head: 'Messages', kind: 'number', cell: ({ messageCount }) => number(messageCount) },
    { head: 'Tokens', kind: 'number', cell: ({ usage }) => number(usage.promptTokens + usage.completionTokens) },
    { head: 'Cost', kind: 'number', cell: ({ costUsd }) => money(costUsd) },
    { head: 'Last message', cell: ({ lastMessageAt }) => <Time at={lastMessageAt} /> },
  ];
  return (
    <Listing
      query={pages('/sessions', {})}
      empty={
        <Empty title="No conversations yet">
          <p>They begin in Chat, over the API, or in a channel.</p>
        </Empty>
      }
    >
      {(sessions) => <Table card items={sessions} keyOf={({ id }) => id} columns={columns} />}
    </Listing>
  );
}

export function SessionsPage() {
  const { q = '' } = useSearch({ from: '/sessions' });
  const navigate = useNavigate({ from: '/sessions' });
  const [typed, setTyped] = useState(q);
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
      {q ? <Hits q={q} /> : <AllSessions />}
    </>
  );
}
