import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { useDrop } from '../files/use-drop.ts';
import { AddressForm } from '../knowledge/address-form.tsx';
import { CollectionForm } from '../knowledge/collection-form.tsx';
import { collectionQuery } from '../knowledge/collections.ts';
import { Documents, type Status } from '../knowledge/documents.tsx';
import { FileButton } from '../knowledge/file-button.tsx';
import { FoundPassages } from '../knowledge/found-passages.tsx';
import { TextForm } from '../knowledge/text-form.tsx';
import { UploadList } from '../knowledge/upload-list.tsx';
import { useUploads } from '../knowledge/use-uploads.ts';
import { UsedBy } from '../knowledge/used-by.tsx';
import { Button, Empty, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { counted } from '../ui/format.tsx';

const states: [Status, string][] = [
  ['queued', 'Waiting'],
  ['processing', 'Being read'],
  ['ready', 'Ready'],
  ['failed', 'Failed'],
];

export function CollectionPage() {
  const { id } = useParams({ from: '/knowledge/$id' });
  const { q = '', status } = useSearch({ from: '/knowledge/$id' });
  const navigate = useNavigate({ from: '/knowledge/$id' });
  const { data: collection, error } = useQuery(collectionQuery(id));
  const [asking, setAsking] = useState<'text' | 'address' | 'change' | undefined>();
  const { uploads, add, drop } = useUploads(id);
  const isOver = useDrop(add);
  const asked = useDeferredValue(q.trim());
  if (!collection) return error ? <ErrorNote error={error} /> : <Loading />;
  const close = () => setAsking(undefined);
  const choose = (next: { q?: string; status?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const { name, description, documents } = collection;
  const adding = (
    <>
      <Button onClick={() => setAsking('text')}>Paste text</Button>
      <Button onClick={() => setAsking('address')}>Read from an address</Button>
      <FileButton label="Upload files" look="primary" multiple onFiles={add} />
    </>
  );
  const remove = async () => {
    await api.DELETE('/knowledge/{id}', { params: { path: { id } } });
    await navigate({ to: '/knowledge' });
    await forget('/knowledge');
  };
  return (
    <div className={isOver ? 'collection drop-target' : 'collection'}>
      <PageHead title={name} lead={description || counted(documents, 'document')}>
        <Button onClick={() => setAsking('change')}>Rename</Button>
        <DeleteButton name={name} look="danger" onDelete={remove}>
          Its documents are gone for good. A collection that an agent names cannot be deleted.
        </DeleteButton>
        {documents > 0 && adding}
      </PageHead>
      <UsedBy id={id} />
      <UploadList uploads={uploads} onDrop={drop} />
      {documents > 0 && (
        <search className="filters">
          <input
            type="search"
            aria-label="Search the documents"
            placeholder="Search the documents by words or a question"
            value={q}
            onChange={({ target }) => choose({ q: target.value })}
          />
          {asked === '' && (
            <select aria-label="State" value={status ?? ''} onChange={({ target }) => choose({ status: target.value })}>
              <option value="">Every state</option>
              {states.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </search>
      )}
      {asked === '' ? (
        <Documents
          collectionId={id}
          status={states.find(([value]) => value === status)?.[0]}
          empty={
            <Empty title="No documents here yet">
              <p>
                PDF, Word, Markdown, HTML, CSV and plain text: drop files anywhere on this page. They are read in the
                background and can be searched as soon as they are ready.
              </p>
              <div className="row">{adding}</div>
            </Empty>
          }
        />
      ) : (
        <FoundPassages id={id} q={asked} />
      )}
      {asking === 'text' && <TextForm collectionId={id} onClose={close} />}
      {asking === 'address' && <AddressForm collectionId={id} onClose={close} />}
      {asking === 'change' && <CollectionForm collection={collection} onClose={close} />}
    </div>
  );
}
