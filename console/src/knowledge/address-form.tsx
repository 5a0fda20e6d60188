import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { FormDialog, textOf } from '../ui/form-dialog.tsx';
import { labelsField, metadataIn } from './metadata.ts';

const never = 'never';
const intervals = [
  ['86400', 'Every day'],
  ['3600', 'Every hour'],
  ['604800', 'Every week'],
  [never, 'Never'],
] as const;

/** A page or a file on the web, which is read now and again. */
export const AddressForm = ({ collectionId, onClose }: { collectionId: string; onClose(): void }) => (
  <FormDialog
    title="Read from an address"
    action="Add document"
    onClose={onClose}
    onSubmit={async (values) => {
      const [title, interval] = [textOf(values, 'title'), textOf(values, 'intervalSeconds')];
      const body = {
        url: textOf(values, 'url'),
        intervalSeconds: interval === never ? null : Number(interval),
        metadata: metadataIn(values),
        ...(title && { title }),
      };
      await api.POST('/knowledge/{id}/documents', { params: { path: { id: collectionId } }, body });
      await forget('/knowledge');
    }}
    fields={[
      { name: 'url', label: 'Address', isRequired: true, placeholder: 'https://example.com/handbook.html' },
      {
        name: 'intervalSeconds',
        label: 'Read again',
        options: intervals,
        hint: 'A change takes the place of the earlier text. What cannot be read leaves it as it is.',
      },
      { name: 'title', label: 'Title', hint: 'Empty for its own.' },
      labelsField,
    ]}
  />
);
