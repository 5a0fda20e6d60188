import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { queries } from '../api/queries.ts';
import { type Description, type Document, readDescription } from '../reference/description.ts';
import { Introduction } from '../reference/introduction.tsx';
import { OperationView } from '../reference/operation-view.tsx';
import { Method, Prose } from '../reference/prose.tsx';
import { DescriptionProvider } from '../reference/schema-view.tsx';
import { ErrorNote, Field, Loading, PageHead } from '../ui/basics.tsx';

/** The description changes with the gateway's version only. */
const descriptionQuery = { ...queries.queryOptions('get', '/openapi.json'), staleTime: Number.POSITIVE_INFINITY };

function OperationList({ description, chosen }: { description: Description; chosen: string }) {
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const groups = description.groups
    .map(({ name, operations }) => ({
      name,
      operations: operations.filter(({ method, path, summary, operationId }) => {
        const searched = `${method} ${path} ${summary} ${operationId}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <nav aria-label="Operations" className="operation-list">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search the operations"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {groups.map(({ name, operations }) => (
        <details
          key={`${name} ${words.length > 0}`}
          open={words.length > 0 || operations.some(({ operationId }) => operationId === chosen)}
        >
          <summary>{name}</summary>
          <ul className="bare">
            {operations.map(({ operationId, method, path }) => (
              <li key={operationId}>
                <Link
                  to="/reference"
                  hash={operationId}
                  activeOptions={{ includeHash: true }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  <Method name={method} /> {path}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

const Overview = ({ description: { info, groups } }: { description: Description }) => (
  <article className="stack">
    <p>
      <Prose text={info.description} />
    </p>
    <Introduction />
    {groups.map(({ name, description, operations }) => (
      <section key={name}>
        <h2>{name}</h2>
        <p className="dim">
          <Prose text={description} />
        </p>
        <ul className="bare">
          {operations.map(({ operationId, method, path, summary }) => (
            <li key={operationId} className="wrap">
              <Method name={method} />{' '}
              <Link to="/reference" hash={operationId}>
                {path}
              </Link>{' '}
              {summary}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </article>
);

/** The API description, to read and to try as the signed-in person. The address `/docs` leads here. */
export function ReferencePage() {
  const { hash } = useLocation();
  const { data, error } = useQuery(descriptionQuery);
  const [apiKey, setApiKey] = useState('');
  const description = useMemo(() => data && readDescription(data as unknown as Document), [data]);
  const operation = description?.find(hash);
  useEffect(() => {
    document.title = operation ? `${operation.method} ${operation.path}` : 'API · Agent Gateway';
  }, [operation]);
  if (error) return <ErrorNote error={error} />;
  if (!description) return <Loading />;
  return (
    <DescriptionProvider value={description}>
      <PageHead title={`API ${description.info.version}`} lead="Every operation, to read and to try.">
        <Field label="API key">
          {(id) => (
            <input
              id={id}
              type="password"
              autoComplete="off"
              placeholder="for operators"
              value={apiKey}
              onChange={({ target }) => setApiKey(target.value)}
            />
          )}
        </Field>
      </PageHead>
      <div className="reference">
        <OperationList description={description} chosen={hash} />
        {operation ? (
          <OperationView key={operation.operationId} operation={operation} apiKey={apiKey} />
        ) : (
          <Overview description={description} />
        )}
      </div>
    </DescriptionProvider>
  );
}
