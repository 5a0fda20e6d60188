import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { Empty, ErrorNote, Loading } from '../ui/basics.tsx';

/** What is found in a collection, best first. */
export function FoundPassages({ id, q }: { id: string; q: string }) {
  const { data, error } = useQuery({
    ...queries.queryOptions('get', '/knowledge/{id}/search', { params: { path: { id }, query: { q, limit: 20 } } }),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  if (data.data.length === 0)
    return (
      <Empty title="Nothing found">
        <p>Only documents that are ready are searched. Other words may help, or a whole question.</p>
      </Empty>
    );
  return (
    <ol className="bare passages" aria-label="Passages">
      {data.data.map(({ documentId, title, heading, page, score, quote, start, end }) => (
        <li key={`${documentId}-${start}`} className="card passage">
          <h2>
            <Link to="/knowledge/$id/$documentId" params={{ id, documentId }} search={{ start, end }}>
              {title}
            </Link>
          </h2>
          <p className="meta">
            {[heading, page && `page ${page}`, `${Math.round(score * 100)} % alike`].filter(Boolean).join(' · ')}
          </p>
          <p className="quote">{quote}</p>
        </li>
      ))}
    </ol>
  );
}
