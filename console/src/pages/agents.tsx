import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AgentIcon } from '../agents/agent-icon.tsx';
import { agentsQuery } from '../api/queries.ts';
import { Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { counted, Time } from '../ui/format.tsx';

const modelName = ({ provider, model }: { provider: string | null; model: string | null }) =>
  provider || model ? [provider, model].filter(Boolean).join('/') : 'default model';

export function AgentsPage() {
  const { data: agents, error } = useQuery(agentsQuery);
  if (error) return <ErrorNote error={error} />;
  if (!agents) return <Loading />;
  return (
    <>
      <PageHead title="Agents" lead="Who answers: instructions, a model, and the tools it may use.">
        <Link to="/agents/new" className="button primary">
          New agent
        </Link>
      </PageHead>
      {agents.length === 0 ? (
        <Empty title="No agents yet">
          <p>An agent is a name, instructions, and tools it may use. Make one, and talk to it a minute later.</p>
        </Empty>
      ) : (
        <ul className="cards">
          {agents.map((agent) => (
            <li key={agent.id} className="card agent-card">
              <h2>
                <AgentIcon id={agent.id} name={agent.name} />
                <Link to="/agents/$id" params={{ id: agent.id }}>
                  {agent.name}
                </Link>
              </h2>
              <p className="dim wrap">{agent.description || 'No description.'}</p>
              <p className="meta">
                {modelName(agent)} · {counted(agent.tools.length, 'tool')} · changed <Time at={agent.updatedAt} />
              </p>
              <Link to="/chat" search={{ agent: agent.id }} className="button quiet">
                Chat
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
