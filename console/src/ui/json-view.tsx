import { CopyButton, Json } from './basics.tsx';

/** Larger values are shown as text: a tree of them would be slow. */
const longestTree = 50_000;
const openLevels = 3;

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;
const summaryOf = (value: object) =>
  Array.isArray(value) ? `[ ${value.length} ]` : `{ ${Object.keys(value).length} }`;

function Branch({ name, value, level }: { name: string | undefined; value: unknown; level: number }) {
  const label = name !== undefined && <span className="json-key">{name}</span>;
  if (!isBranch(value) || Object.keys(value).length === 0)
    return (
      <div className="json-leaf">
        {label}
        <span className={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  return (
    <details open={level < openLevels}>
      <summary>
        {label}
        <span className="dim">{summaryOf(value)}</span>
      </summary>
      <ul>
        {Object.entries(value).map(([key, child]) => (
          <li key={key}>
            <Branch name={key} value={child} level={level + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A structured answer: a tree that folds, and its text to copy. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <section className="json-view" aria-label={label}>
      <header>
        <span className="dim">JSON</span>
        <CopyButton text={text} label="Copy JSON" />
      </header>
      {text.length > longestTree ? (
        <Json value={text} label={label} />
      ) : (
        <Branch name={undefined} value={value} level={0} />
      )}
    </section>
  );
}

type Mistake = { path: string; message: string };

/** What is wrong with an answer that does not fit its schema. */
export function Mistakes({ errors }: { errors: readonly Mistake[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <div className="note bad" role="alert">
      The answer does not fit its schema:
      <ul>
        {errors.map(({ path, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
          <li key={index}>
            {path ? <code>{path}</code> : 'It'} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
