import { areas, decisions, readOnly, type Scope } from './key-scopes.ts';

type Props = { chosen: Scope[]; onChange(next: Scope[]): void };

/** Nothing, reading or everything in each area of the API. */
export function ScopeChoice({ chosen, onChange }: Props) {
  const without = (...scopes: Scope[]) => chosen.filter((each) => !scopes.includes(each));
  const set = (area: Scope, value: string) =>
    onChange(
      value === 'no'
        ? without(area, readOnly(area))
        : [...without(area, readOnly(area)), value === 'read' ? readOnly(area) : area],
    );
  return (
    <fieldset>
      <legend>What it may do</legend>
      <ul className="scopes">
        {areas.map((area) => (
          <li key={area}>
            <label>
              <span>{area}</span>
              <select
                value={chosen.includes(area) ? 'all' : chosen.includes(readOnly(area)) ? 'read' : 'no'}
                onChange={({ target }) => set(area, target.value)}
              >
                <option value="no">nothing</option>
                <option value="read">read</option>
                <option value="all">everything</option>
              </select>
            </label>
          </li>
        ))}
      </ul>
      <div className="checks">
        {decisions.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, scope] : without(scope))}
            />
            {scope}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
