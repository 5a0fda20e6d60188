import type { KnowledgeDocument } from '@client/api.ts';
import { Time } from '../ui/format.tsx';

/** From where a document is read, when, and what went wrong since. */
export function DocumentAddress({ address }: { address: NonNullable<KnowledgeDocument['address']> }) {
  const { url, readAt, nextReadAt, problem } = address;
  return (
    <>
      {problem && (
        <p className="note document-note" role="status">
          It could not be read: {problem}
        </p>
      )}
      <dl className="facts document-labels">
        <dt>Address</dt>
        <dd className="wrap">{url}</dd>
        <dt>Last read</dt>
        <dd>{readAt ? <Time at={readAt} /> : 'never'}</dd>
        <dt>Read again</dt>
        <dd>{nextReadAt ? <Time at={nextReadAt} /> : 'never'}</dd>
      </dl>
    </>
  );
}
