import type { Citation } from '@client/api.ts';
import { Link } from '@tanstack/react-router';

type Props = { citations: Citation[]; agentId: string | undefined };

/** Where the answer is from. A source opens its document at the passage. */
export function Sources({ citations, agentId }: Props) {
  return (
    <div className="sources">
      <h4>Sources</h4>
      <ol>
        {citations.map(({ documentId, number, title, page, quote, start, end }, place) => (
          <li key={`${documentId}-${start}`}>
            <Link
              to="/documents/$id"
              params={{ id: documentId }}
              search={{ start, end, ...(agentId && { agent: agentId }) }}
              title={quote.slice(0, 400)}
            >
              <span className="source-number">{number ?? place + 1}</span>
              <span className="source-title">{title}</span>
              {page !== undefined && <span className="dim">page {page}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
