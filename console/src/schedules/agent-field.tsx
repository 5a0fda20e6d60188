import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../api/queries.ts';
import { Field } from '../ui/basics.tsx';

type Props = { value: string; onChange(id: string): void; error?: string | undefined };

export function AgentField({ value, onChange, error }: Props) {
  const { data: agents = [] } = useQuery(agentsQuery);
  return (
    <Field label="Agent" error={error}>
      {(id) => (
        <select id={id} required value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose one</option>
          {agents.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
