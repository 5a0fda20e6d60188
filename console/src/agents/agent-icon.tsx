import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../api/queries.ts';

/** The colour comes from the id, so an agent that is renamed keeps it. */
function hueOf(id: string): number {
  let hash = 0;
  for (const sign of id) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 3_600;
  return hash / 10;
}

/** `metadata.icon`, an emoji; else the first letter of the name. */
function signOf(name: string, metadata: Record<string, unknown> | undefined): string {
  const own = metadata?.icon;
  const text = typeof own === 'string' && own.trim() !== '' ? own.trim() : name.trim();
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment.toUpperCase() ?? '?';
}

type Props = { id: string; name: string };

/** A sign in a colour of the agent's own. The name stands beside it, so it says nothing to screen readers. */
export function AgentIcon({ id, name }: Props) {
  const { data: agents } = useQuery(agentsQuery);
  const metadata = agents?.find((agent) => agent.id === id)?.metadata;
  return (
    <span
      className="agent-icon"
      aria-hidden="true"
      data-sign={signOf(name, metadata)}
      style={{ '--hue': hueOf(id) } as object}
    />
  );
}
