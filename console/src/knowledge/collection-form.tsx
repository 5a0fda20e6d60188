import type { Collection } from '@client/api.ts';
import { api, dataOf } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { FormDialog, textOf } from '../ui/form-dialog.tsx';

type Props = { collection?: Collection; onSaved?(saved: Collection): void; onClose(): void };

export const CollectionForm = ({ collection, onSaved, onClose }: Props) => (
  <FormDialog
    title={collection ? `Change ${collection.name}` : 'New collection'}
    action={collection ? 'Save' : 'Create collection'}
    onClose={onClose}
    {...(collection && { initial: { name: collection.name, description: collection.description } })}
    onSubmit={async (values) => {
      const body = { name: textOf(values, 'name'), description: textOf(values, 'description') };
      const saved = await dataOf(
        collection
          ? api.PATCH('/knowledge/{id}', { params: { path: { id: collection.id } }, body })
          : api.POST('/knowledge', { body }),
      );
      await forget('/knowledge');
      onSaved?.(saved);
    }}
    fields={[
      { name: 'name', label: 'Name', placeholder: 'Handbook', isRequired: true },
      { name: 'description', label: 'Description', kind: 'long', hint: 'For people: what its documents are about.' },
    ]}
  />
);
