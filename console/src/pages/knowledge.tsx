import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CollectionForm } from '../knowledge/collection-form.tsx';
import { collectionsQuery } from '../knowledge/collections.ts';
import { Button, Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { counted, Time } from '../ui/format.tsx';

export function KnowledgePage() {
  const { data: collections, error } = useQuery(collectionsQuery);
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const hasSome = collections !== undefined && collections.length > 0;
  return (
    <>
      <PageHead title="Knowledge" lead="Documents that agents answer from, and say from where.">
        {hasSome && (
          <Button look="primary" onClick={() => setNew(true)}>
            New collection
          </Button>
        )}
      </PageHead>
      <ErrorNote error={error} />
      {!collections && !error && <Loading />}
      {collections && !hasSome && (
        <Empty title="No documents yet">
          <p>
            Put a handbook, contracts or a price list into a collection and give the collection to an agent. Its answers
            then name the passages they come from, one click away.
          </p>
          <Button look="primary" onClick={() => setNew(true)}>
            Create a collection
          </Button>
        </Empty>
      )}
      {hasSome && (
        <ul className="cards">
          {collections.map(({ id, name, description, documents, passages, updatedAt }) => (
            <li key={id} className="card agent-card">
              <h2>
                <Link to="/knowledge/$id" params={{ id }}>
                  {name}
                </Link>
              </h2>
              <p className="dim wrap">{description || 'No description.'}</p>
              <p className="meta">
                {counted(documents, 'document')} · {counted(passages, 'passage')} · changed <Time at={updatedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <CollectionForm
          onSaved={({ id }) => void navigate({ to: '/knowledge/$id', params: { id } })}
          onClose={() => setNew(false)}
        />
      )}
    </>
  );
}
