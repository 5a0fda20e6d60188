import { useQuery } from '@tanstack/react-query';
import { toolsQuery } from '../api/queries.ts';

type Choice = { tools: string[]; approvals: string[] };
type Props = Choice & { onChange(next: Partial<Choice>): void };

const toggled = (names: string[], name: string, on: boolean) =>
  on ? [...names, name] : names.filter((each) => each !== name);

/** The tools an agent may use, and which of them need an approval. */
export function ToolChoice({ tools, approvals, onChange }: Props) {
  const { data: known = [] } = useQuery(toolsQuery);
  const names = [...new Set([...known.map(({ name }) => name), ...tools])];
  return (
    <fieldset>
      <legend>Tools</legend>
      <ul className="tool-choice">
        {names.map((name) => {
          const isOn = tools.includes(name);
          return (
            <li key={name}>
              <label className="check" title={known.find((tool) => tool.name === name)?.description}>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={({ target }) => onChange({ tools: toggled(tools, name, target.checked) })}
                />
                <code>{name}</code>
              </label>
              {isOn && (
                <label className="check dim">
                  <input
                    type="checkbox"
                    aria-label={`${name} asks first`}
                    checked={approvals.includes(name)}
                    onChange={({ target }) => onChange({ approvals: toggled(approvals, name, target.checked) })}
                  />
                  asks first
                </label>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
