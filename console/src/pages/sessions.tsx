import type { SearchHit, Session } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { agentsQuery, pages } from '../api/queries.ts';
import { Badge, Empty, PageHead } from '../ui/basics.tsx';
import { money, number, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';

const useAgentName = () => {
  const { data: agents = [] } = useQuery(agentsQuery);
  return (id: string) => agents.find((agent) => agent.id === id)?.name ?? id;
};

function Hits({ q }: { q: string }) {
  const nameOf = useAgentName();
  return (
    <Listing
      query={pages<SearchHit>('/sessions/search/messages', { query: { q } })}
      empty={<Empty title="Nothing found" />}
    >
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
  return (
    <Listing
      query={pages<Session>('/sessions')}
      empty={
        <Empty title="No conversations yet">
          <p>They begin in Chat, over the API, or in a channel.</p>
        </Empty>
      }
    >
      {(sessions) => (
        <div className="card table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Conversation</th>
                <th scope="col">Agent</th>
                <th scope="col">State</th>
                <th scope="col" className="number">
                  Messages
                </th>
                <th scope="col" className="number">
                  Tokens
                </th>
                <th scope="col" className="number">
                  Cost
                </th>
                <th scope="col">Last message</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <td className="wrap">
                    <Link to="/sessions/$id" params={{ id: session.id }}>
                      {session.title || 'Untitled'}
                    </Link>
                  </td>
                  <td>{nameOf(session.agentId)}</td>
                  <td>
                    <Badge>{session.status}</Badge>
                  </td>
                  <td className="number">{number(session.messageCount)}</td>
                  <td className="number">{number(session.usage.promptTokens + session.usage.completionTokens)}</td>
                  <td className="number">{money(session.costUsd)}</td>
                  <td>
                    <Time at={session.lastMessageAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Listing>
  );
}

export function SessionsPage() {
  const { q = '' } = useSearch({ from: '/sessions' });
  const navigate = useNavigate({ from: '/sessions' });
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    // Not at every letter.
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
