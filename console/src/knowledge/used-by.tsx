import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { agentsQuery } from '../api/queries.ts';

/** The agents that answer from a collection, or what to do so that one does. */
export function UsedBy({ id }: { id: string }) {
  const { data: agents } = useQuery(agentsQuery);
  if (!agents) return null;
  const using = agents.filter(({ knowledge }) => knowledge?.includes(id));
  return (
    <p className="meta used-by">
      {using.length === 0 ? (
        <>
          No agent answers from it yet. Choose it under <strong>Knowledge</strong> in{' '}
          <Link to="/agents">the form of an agent</Link>.
        </>
      ) : (
        <>
          Answered from by{' '}
          {using.map((agent, place) => (
            <Fragment key={agent.id}>
              {place > 0 && ', '}
              <Link to="/agents/$id" params={{ id: agent.id }}>
                {agent.name}
              </Link>
            </Fragment>
          ))}
        </>
      )}
    </p>
  );
}
