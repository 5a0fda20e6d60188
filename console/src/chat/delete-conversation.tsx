import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { ErrorNote } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { forgetConversation } from './last-conversation.ts';

type Props = { id: string; onDeleted(): void | Promise<void>; onClose(): void };

export function DeleteConversation({ id, onDeleted, onClose }: Props) {
  const remove = useMutation({
    mutationFn: () => api.DELETE('/sessions/{id}', { params: { path: { id } } }),
    onSuccess: async () => {
      forgetConversation(id);
      await onDeleted();
      await forget('/sessions');
    },
  });
  return (
    <Confirm
      title="Delete this conversation?"
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Its messages are gone for good. What was remembered of it stays in Memory.</p>
      <ErrorNote error={remove.error} />
    </Confirm>
  );
}
