import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { collectionsQuery } from '../knowledge/collections.ts';
import { counted } from '../ui/format.tsx';

const most = 10;

type Props = { chosen: string[]; onChange(chosen: string[]): void };

/** The collections that an agent answers from. */
export function KnowledgeChoice({ chosen, onChange }: Props) {
  const { data: collections } = useQuery(collectionsQuery);
  if (!collections) return null;
  return (
    <fieldset>
      <legend>Knowledge</legend>
      {collections.length === 0 ? (
        <p className="field-hint">
          No documents yet. <Link to="/knowledge">Make a collection</Link>, and the agent can answer from it.
        </p>
      ) : (
        <>
          <div className="checks">
            {collections.map(({ id, name, documents }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={!chosen.includes(id) && chosen.length >= most}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
                <span>
                  {name} <span className="dim">({counted(documents, 'document')})</span>
                </span>
              </label>
            ))}
          </div>
          <p className="field-hint">
            For each message, fitting passages are shown to the model, and cited. At most {most} collections.
          </p>
        </>
      )}
    </fieldset>
  );
}
