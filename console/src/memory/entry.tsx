import type { MemoryEntry } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { counted, Time } from '../ui/format.tsx';

export function Entry({ entry, note }: { entry: MemoryEntry; note: string }) {
  const [draft, setDraft] = useState<string | undefined>();
  const path = { id: entry.id };
  const onSuccess = async () => {
    setDraft(undefined);
    await forget('/memory');
  };
  const save = useMutation({
    mutationFn: (content: string) => api.PUT('/memory/entries/{id}', { params: { path }, body: { content } }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: () => api.DELETE('/memory/entries/{id}', { params: { path } }), onSuccess });
  return (
    <li className="card">
      {draft === undefined ? (
        <p className="wrap prewrap">{entry.content}</p>
      ) : (
        <textarea aria-label="Content" rows={3} value={draft} onChange={({ target }) => setDraft(target.value)} />
      )}
      <div className="row meta entry-line">
        <div className="row">
          <Badge
            tone={entry.source.kind === 'external' || entry.source.kind === 'tool' ? 'warn' : ''}
          >{`from ${entry.source.kind}`}</Badge>
          {note && <span>{note}</span>}
          <span>recalled {counted(entry.recallCount, 'time')}</span>
          {entry.originId && <span>promoted</span>}
          {entry.supersededBy && <span>superseded</span>}
          <Time at={entry.createdAt} />
        </div>
        <div className="entry-actions">
          {draft === undefined ? (
            <>
              {entry.tier !== 'profile' && (
                <Button look="quiet" onClick={() => setDraft(entry.content)}>
                  Edit
                </Button>
              )}
              <Button look="quiet" className="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
                Forget
              </Button>
            </>
          ) : (
            <>
              <Button look="primary" busy={save.isPending} disabled={!draft.trim()} onClick={() => save.mutate(draft)}>
                Save
              </Button>
              <Button look="quiet" onClick={() => setDraft(undefined)}>
                Cancel
              </Button>
            </>
          )}
        </div>
      </div>
      <ErrorNote error={save.error ?? remove.error} />
    </li>
  );
}
