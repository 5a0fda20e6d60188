import type { KnowledgeDocument } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { collectionQuery } from '../knowledge/collections.ts';
import { DocumentAddress } from '../knowledge/document-address.tsx';
import { DocumentState, openStates } from '../knowledge/document-state.tsx';
import { DocumentText } from '../knowledge/document-text.tsx';
import { FileButton } from '../knowledge/file-button.tsx';
import { TextForm } from '../knowledge/text-form.tsx';
import { sendDocument } from '../knowledge/use-uploads.ts';
import { Button, Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { counted, Time } from '../ui/format.tsx';
import { say, sayError } from '../ui/toasts.tsx';

const sources = { text: 'pasted', file: 'from a file', url: 'from the web' };

function Replace({ document, onReplaced }: { document: KnowledgeDocument; onReplaced(): void }) {
  const [isWriting, setWriting] = useState(false);
  const send = useMutation({
    mutationFn: (file: File) => sendDocument(document.collectionId, file, () => undefined, document.id),
    onSuccess: () => {
      say('The new file is being read. Until it is ready, the earlier text is searched.');
      onReplaced();
    },
    onError: sayError,
  });
  return (
    <>
      <Button onClick={() => setWriting(true)}>Replace by text</Button>
      <FileButton label="Replace by a file" busy={send.isPending} onFiles={([file]) => file && send.mutate(file)} />
      {isWriting && (
        <TextForm
          collectionId={document.collectionId}
          replaced={document}
          onSaved={onReplaced}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}

export function DocumentPage() {
  const { id, documentId } = useParams({ from: '/knowledge/$id/$documentId' });
  const { start, end } = useSearch({ from: '/knowledge/$id/$documentId' });
  const navigate = useNavigate();
  const { data: collection } = useQuery(collectionQuery(id));
  const path = { id, documentId };
  const { data: document, error } = queries.useQuery(
    'get',
    '/knowledge/{id}/documents/{documentId}',
    { params: { path } },
    { refetchInterval: ({ state }) => (openStates.includes(state.data?.status ?? '') ? 1_500 : false) },
  );
  if (!document) return error ? <ErrorNote error={error} /> : <Loading />;
  const { title, source, passages, characters, metadata, updatedAt } = document;
  const remove = async () => {
    await api.DELETE('/knowledge/{id}/documents/{documentId}', { params: { path } });
    await navigate({ to: '/knowledge/$id', params: { id } });
    await forget('/knowledge');
  };
  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            <Link to="/knowledge/$id" params={{ id }}>
              {collection?.name ?? 'Its collection'}
            </Link>{' '}
            · {sources[source]} · {counted(passages, 'passage')} · {counted(characters, 'character')} · changed{' '}
            <Time at={updatedAt} />
          </>
        }
      >
        <Replace
          document={document}
          // A passage of the earlier text has no place in the new one.
          onReplaced={() => void navigate({ to: '.', search: {}, replace: true })}
        />
        <DeleteButton name={title} look="danger" onDelete={remove}>
          It is not found from that moment on. Answers that cite it keep their quotes.
        </DeleteButton>
      </PageHead>
      {document.status !== 'ready' && (
        <div className="note document-note">
          <DocumentState document={document} />
        </div>
      )}
      {document.address && <DocumentAddress address={document.address} />}
      {Object.keys(metadata).length > 0 && (
        <dl className="facts document-labels">
          {Object.entries(metadata).map(([name, value]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name}-value`}>{value}</dd>,
          ])}
        </dl>
      )}
      {characters > 0 ? (
        <section className="card" aria-label="Text">
          <DocumentText
            id={id}
            documentId={documentId}
            version={`${document.status} ${updatedAt}`}
            start={start}
            end={end}
          />
        </section>
      ) : (
        <Empty title={document.status === 'failed' ? 'Nothing of it can be searched' : 'Its text is not read yet'}>
          <p>
            {document.status === 'failed'
              ? 'Replace it by a file or a text that can be read, or delete it.'
              : 'It is shown here as soon as it is ready.'}
          </p>
        </Empty>
      )}
    </>
  );
}
