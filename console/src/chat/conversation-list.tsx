import type { Session } from '@client/api.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { AgentIcon } from '../agents/agent-icon.tsx';
import { api, dataOf } from '../api/client.ts';
import { forget, pages, queries, useAgentName } from '../api/queries.ts';
import { IconButton } from '../ui/action-icon.tsx';
import { Button, ErrorNote, Field } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Time } from '../ui/format.tsx';
import { say, sayError } from '../ui/toasts.tsx';
import { DeleteConversation } from './delete-conversation.tsx';

type Change = { title?: string; pinned?: boolean };

function Rename({ session, onClose }: { session: Session; onClose(): void }) {
  const [title, setTitle] = useState(session.title ?? '');
  const save = useMutation({
    mutationFn: () => api.PATCH('/sessions/{id}', { params: { path: { id: session.id } }, body: { title } }),
    onSuccess: async () => {
      onClose();
      await forget('/sessions');
    },
  });
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label="Title">
          {(id) => (
            <input
              id={id}
              required
              maxLength={200}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <ErrorNote error={save.error} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending} disabled={title.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Saves the conversation as a Markdown file. */
async function download({ id, title }: Session): Promise<void> {
  const text = await dataOf(
    api.GET('/sessions/{id}/export', { params: { path: { id }, query: { format: 'markdown' } }, parseAs: 'text' }),
  );
  const address = URL.createObjectURL(new Blob([text as unknown as string], { type: 'text/markdown' }));
  const name = (title ?? 'conversation').replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  Object.assign(document.createElement('a'), { href: address, download: `${name}.md` }).click();
  URL.revokeObjectURL(address);
}

type RowProps = { session: Session; isOpen: boolean; onGone(): void };

function Row({ session, isOpen, onGone }: RowProps) {
  const { id, title, agentId, pinned, lastMessageAt } = session;
  const nameOf = useAgentName();
  const [isUnfolded, setUnfolded] = useState(false);
  const [asking, setAsking] = useState<'rename' | 'delete' | undefined>();
  const close = () => setAsking(undefined);
  const change = useMutation({
    mutationFn: (body: Change) => api.PATCH('/sessions/{id}', { params: { path: { id } }, body }),
    onSuccess: () => forget('/sessions'),
    onError: sayError,
  });
  const gone = () => {
    close();
    if (isOpen) onGone();
    say('The conversation is deleted.');
  };
  const name = title || 'Untitled';
  return (
    <li className="conversation">
      <div className="conversation-line">
        <Link
          to="/chat"
          search={{ agent: agentId, session: id }}
          title={name}
          {...(isOpen ? { 'aria-current': 'page' } : {})}
        >
          <span className="conversation-title">{name}</span>
          <span className="meta">
            <AgentIcon id={agentId} name={nameOf(agentId)} />
            {nameOf(agentId)} · <Time at={lastMessageAt} />
          </span>
        </Link>
        <IconButton
          icon="more"
          label={`What to do with ${name}`}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        />
      </div>
      {isUnfolded && (
        <div className="conversation-actions">
          <IconButton
            icon="pin"
            label={pinned ? `Unpin ${name}` : `Pin ${name}`}
            aria-pressed={pinned}
            disabled={change.isPending}
            onClick={() => change.mutate({ pinned: !pinned })}
          />
          <IconButton icon="edit" label={`Rename ${name}`} onClick={() => setAsking('rename')} />
          <IconButton
            icon="save"
            label={`Save ${name} as a file`}
            onClick={() => void download(session).catch(sayError)}
          />
          <IconButton icon="bin" label={`Delete ${name}`} onClick={() => setAsking('delete')} />
        </div>
      )}
      {asking === 'rename' && <Rename session={session} onClose={close} />}
      {asking === 'delete' && <DeleteConversation id={id} onDeleted={gone} onClose={close} />}
    </li>
  );
}

/** Messages that hold the words. */
function Found({ text }: { text: string }) {
  const { data, error } = useQuery(
    queries.queryOptions('get', '/sessions/search/messages', { params: { query: { q: text, limit: 20 } } }),
  );
  const nameOf = useAgentName();
  if (error) return <ErrorNote error={error} />;
  if (!data) return null;
  return (
    <>
      <h3>In messages</h3>
      {data.data.length === 0 && <p className="dim">No message has these words.</p>}
      <ul>
        {data.data.map(({ messageId, sessionId, agentId, snippet, createdAt }) => (
          <li key={messageId} className="conversation">
            <div className="conversation-line">
              <Link to="/chat" search={{ session: sessionId }}>
                <span className="conversation-snippet">{snippet}</span>
                <span className="meta">
                  {nameOf(agentId)} · <Time at={createdAt} />
                </span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

type Props = { sessionId: string | undefined; onGone(): void };

/** All conversations of the person in this workspace, whichever agent answers. The pinned ones stand first. */
export function ConversationList({ sessionId, onGone }: Props) {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const pinned = useInfiniteQuery(pages('/sessions', { query: { pinned: true } }));
  const others = useInfiniteQuery(pages('/sessions', { query: { pinned: false } }));
  const rowsOf = (found: typeof others) =>
    (found.data?.pages.flatMap((page) => page.data) ?? []).filter(
      ({ title }) => text === '' || (title ?? 'Untitled').toLowerCase().includes(text.toLowerCase()),
    );
  const list = (sessions: Session[]) => (
    <ul>
      {sessions.map((session) => (
        <Row key={session.id} session={session} isOpen={session.id === sessionId} onGone={onGone} />
      ))}
    </ul>
  );
  const kept = rowsOf(pinned);
  return (
    <>
      <input
        type="search"
        aria-label="Search conversations"
        placeholder="Search conversations"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="conversation-lists">
        <ErrorNote error={pinned.error ?? others.error} />
        {kept.length > 0 && (
          <>
            <h3>Pinned</h3>
            {list(kept)}
            <h3>All others</h3>
          </>
        )}
        {list(rowsOf(others))}
        {others.data && kept.length + rowsOf(others).length === 0 && text === '' && (
          <p className="dim">Your conversations will be listed here.</p>
        )}
        {others.hasNextPage && (
          <Button look="quiet" busy={others.isFetchingNextPage} onClick={() => void others.fetchNextPage()}>
            Show more
          </Button>
        )}
        {text.length > 1 && <Found text={text} />}
      </div>
    </>
  );
}
