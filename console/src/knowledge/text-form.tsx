import type { KnowledgeDocument } from '@client/api.ts';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { FormDialog, textOf, type Values } from '../ui/form-dialog.tsx';
import { labelsField, linesOf, metadataIn } from './metadata.ts';

const formats = [
  ['', 'Text or Markdown'],
  ['html', 'HTML'],
  ['csv', 'CSV'],
] as const;
type Format = 'html' | 'csv';

function bodyOf(values: Values) {
  const [title, format] = [textOf(values, 'title'), textOf(values, 'format')];
  return {
    text: String(values.text ?? ''),
    metadata: metadataIn(values),
    ...(title && { title }),
    ...(format && { format: format as Format }),
  };
}

type Props = { collectionId: string; replaced?: KnowledgeDocument; onSaved?(): void; onClose(): void };

/** A document that is pasted or written here, or the new text of one. */
export const TextForm = ({ collectionId, replaced, onSaved, onClose }: Props) => (
  <FormDialog
    title={replaced ? `Replace ${replaced.title}` : 'Paste text'}
    action={replaced ? 'Replace' : 'Add document'}
    onClose={onClose}
    {...(replaced && { initial: { title: replaced.title, metadata: linesOf(replaced.metadata) } })}
    onSubmit={async (values) => {
      const body = bodyOf(values);
      if (replaced)
        await api.PUT('/knowledge/{id}/documents/{documentId}', {
          params: { path: { id: collectionId, documentId: replaced.id } },
          body,
        });
      else await api.POST('/knowledge/{id}/documents', { params: { path: { id: collectionId } }, body });
      await forget('/knowledge');
      onSaved?.();
    }}
    fields={[
      { name: 'title', label: 'Title', hint: 'Empty for its first line.' },
      {
        name: 'text',
        label: 'Text',
        kind: 'long',
        rows: 10,
        isRequired: true,
        ...(replaced && { hint: 'The earlier text is searched until this one is ready.' }),
      },
      { name: 'format', label: 'It is', options: formats },
      labelsField,
    ]}
  />
);
