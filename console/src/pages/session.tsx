import type { Job, SessionDetails } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { agentsQuery, forget, one, type Page } from '../api/queries.ts';
import { turnsOf } from '../chat/turn.ts';
import { TurnView } from '../chat/turn-view.tsx';
import { Badge, Button, ErrorNote, Field, Loading, PageHead } from '../ui/basics.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { money, number, Time } from '../ui/format.tsx';

function Handoff({ session, onClose }: { session: SessionDetails; onClose(): void }) {
  const { data: agents = [] } = useQuery(agentsQuery);
  const others = agents.filter(({ id }) => id !== session.agentId);
  const [agentId, setAgentId] = useState('');
  const [reason, setReason] = useState('');
  const target = agentId || others[0]?.id;
  const handOff = useMutation({
    mutationFn: () =>
      client.post('/sessions/{id}/handoff', {
        path: { id: session.id },
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

export function SessionPage() {
  const { id } = useParams({ from: '/sessions/$id' });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'handoff' | 'delete' | undefined>();
  const { data: session, error } = useQuery(one<SessionDetails>('/sessions/{id}', { path: { id } }));
  const { data: jobs } = useQuery(one<Page<Job>>('/jobs', { query: { sessionId: id, limit: 200 } }));
  const { data: agents = [] } = useQuery(agentsQuery);
  const remove = useMutation({
    mutationFn: () => client.delete('/sessions/{id}', { path: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/sessions' });
      await forget('/sessions');
    },
  });
  if (error) return <ErrorNote error={error} />;
  if (!session) return <Loading />;
  const nameOf = (agentId: string) => agents.find((agent) => agent.id === agentId)?.name ?? agentId;
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHead
        title={session.title || 'Untitled'}
        lead={
          <>
            {nameOf(session.agentId)} · <Badge>{session.status}</Badge> · {number(session.messageCount)} messages ·{' '}
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
      {session.hasMore && <p className="note">Only the newest 200 messages are shown.</p>}
      <div className="card transcript">
        {turnsOf(session.messages, jobs?.data ?? [], nameOf).map((turn) => (
          <TurnView key={turn.key} turn={turn} agentName={nameOf(turn.agentId ?? session.agentId)} />
        ))}
      </div>
      {asking === 'handoff' && <Handoff session={session} onClose={close} />}
      {asking === 'delete' && (
        <Confirm
          title="Delete this conversation?"
          action="Delete it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>Its messages are gone for good. What was remembered of it stays in Memory.</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </>
  );
}
