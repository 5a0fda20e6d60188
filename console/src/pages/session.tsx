import type { JobPage, SessionDetails } from '@client/api.ts';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { agentsQuery, forget, useAgentName } from '../api/queries.ts';
import { usePending } from '../approvals/pending.ts';
import { DeleteConversation } from '../chat/delete-conversation.tsx';
import { isOpen, turnsOf } from '../chat/turn.ts';
import { TurnView } from '../chat/turn-view.tsx';
import { Badge, Button, ErrorNote, Field, Loading, PageHead } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { counted, money, number, Time } from '../ui/format.tsx';

function Handoff({ session, onClose }: { session: SessionDetails; onClose(): void }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const others = agents.filter(({ id }) => id !== session.agentId);
  const [agentId, setAgentId] = useState('');
  const [reason, setReason] = useState('');
  const target = agentId || others[0]?.id;
  const handOff = useMutation({
    mutationFn: () =>
      api.POST('/sessions/{id}/handoff', {
        params: { path: { id: session.id } },
        body: { agentId: target ?? '', ...(reason ? { reason } : {}) },
      }),
    onSuccess: async () => {
      await forget('/sessions');
      onClose();
    },
  });
  return (
    <Dialog title="Hand over" onClose={onClose}>
      {others.length === 0 ? (
        <p>There is no other agent in this workspace to hand over to.</p>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            handOff.mutate();
          }}
        >
          <p className="dim">From the next message on, another agent answers. It sees the whole conversation.</p>
          <Field label="To">
            {(id) => (
              <select id={id} value={target} onChange={(event) => setAgentId(event.target.value)}>
                {others.map((agent) => (
                  <option key={agent.id} value={agent.id}>
                    {agent.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Reason" hint="Stands in the conversation. May be left empty.">
            {(id) => (
              <input id={id} value={reason} maxLength={1_000} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
          <ErrorNote error={handOff.error} />
          <div className="actions">
            <Button type="submit" look="primary" busy={handOff.isPending}>
              Hand over
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

type Place = { before?: number; cursor?: string | null };

/** Reads backwards from the end, 200 messages and at most 200 runs at a time; there are never more runs than messages. */
const transcript = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['get', '/sessions', 'transcript', id],
    async queryFn({ pageParam: { before, cursor } }) {
      const [session, jobs] = await Promise.all([
        dataOf(
          api.GET('/sessions/{id}', { params: { path: { id }, query: { limit: 200, ...(before ? { before } : {}) } } }),
        ),
        cursor === null
          ? ({ data: [], nextCursor: null } satisfies JobPage)
          : dataOf(
              api.GET('/jobs', { params: { query: { sessionId: id, limit: 200, ...(cursor ? { cursor } : {}) } } }),
            ),
      ]);
      return { session, jobs };
    },
    // An open run goes on while the page is read.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.jobs.data.some(isOpen) ? 2_000 : false),
    initialPageParam: {} as Place,
    getNextPageParam({ session: { hasMore, messages }, jobs: { nextCursor } }): Place | undefined {
      const before = messages[0]?.seq;
      return hasMore && before ? { before, cursor: nextCursor } : undefined;
    },
  });

export function SessionPage() {
  const { id } = useParams({ from: '/sessions/$id' });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'handoff' | 'delete' | undefined>();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(transcript(id));
  const nameOf = useAgentName();
  const isWaiting = data?.pages[0]?.jobs.data.some(({ status }) => status === 'awaiting_approval') ?? false;
  const pending = usePending({ sessionId: id }, isWaiting);
  const session = data?.pages[0]?.session;
  if (!session) return error ? <ErrorNote error={error} /> : <Loading />;
  const messages = data.pages.toReversed().flatMap((page) => page.session.messages);
  const jobs = data.pages.flatMap((page) => page.jobs.data);
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHead
        title={session.title || 'Untitled'}
        lead={
          <>
            {nameOf(session.agentId)} · <Badge>{session.status}</Badge> · {counted(session.messageCount, 'message')} ·{' '}
            {number(session.usage.promptTokens + session.usage.completionTokens)} tokens · {money(session.costUsd)} ·
            begun <Time at={session.createdAt} />
          </>
        }
      >
        {session.status === 'active' && (
          <>
            <Link to="/chat" search={{ agent: session.agentId, session: id }} className="button">
              Go on in Chat
            </Link>
            <Button onClick={() => setAsking('handoff')}>Hand over</Button>
          </>
        )}
        <Button look="danger" onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </PageHead>
      <ErrorNote error={error} />
      <div className="card transcript">
        {hasNextPage && (
          <div className="more">
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier messages
            </Button>
          </div>
        )}
        {turnsOf(messages, jobs, nameOf, pending).map((turn) => (
          <TurnView key={turn.key} turn={turn} agentName={nameOf(turn.agentId ?? session.agentId)} />
        ))}
      </div>
      {asking === 'handoff' && <Handoff session={session} onClose={close} />}
      {asking === 'delete' && (
        <DeleteConversation id={id} onDeleted={() => navigate({ to: '/sessions' })} onClose={close} />
      )}
    </>
  );
}
