import type { Agent } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AgentIcon } from '../agents/agent-icon.tsx';
import { api, dataOf } from '../api/client.ts';
import { agentsQuery, forget, queries } from '../api/queries.ts';
import { Composer, type Draft } from '../chat/composer.tsx';
import { ConversationList } from '../chat/conversation-list.tsx';
import { beginConversation } from '../chat/drafts.ts';
import { FirstSteps } from '../chat/first-steps.tsx';
import { forgetConversation, rememberConversation } from '../chat/last-conversation.ts';
import { suggestionsFor } from '../chat/suggestions.ts';
import type { Turn } from '../chat/turn.ts';
import { TurnView } from '../chat/turn-view.tsx';
import { useConversation } from '../chat/use-conversation.ts';
import { useLatest } from '../chat/use-latest.ts';
import { IconButton } from '../ui/action-icon.tsx';
import { Button, Empty, ErrorNote, Loading } from '../ui/basics.tsx';
import { say, sayError } from '../ui/toasts.tsx';

const firstAgent = {
  name: 'Assistant',
  description: 'Calculates, tells the time, remembers, and asks before it fetches a page.',
  systemPrompt: 'You are a helpful assistant. Answer briefly and precisely. Use tools where they help.',
  tools: ['calculator', 'current_time', 'memory_write', 'memory_search', 'http_fetch'],
  approvals: ['http_fetch'],
};

function Welcome({ onReady }: { onReady(agentId: string): void }) {
  const create = useMutation({
    mutationFn: () => dataOf(api.POST('/agents', { body: firstAgent })),
    onSuccess: async ({ id }) => {
      await forget('/agents');
      onReady(id);
    },
  });
  return (
    <Empty title="Your first agent">
      <p>
        An assistant that calculates, tells the time, remembers what you tell it, and asks you before it fetches a page.
        You can change everything about it later.
      </p>
      <Button look="primary" busy={create.isPending} onClick={() => create.mutate()}>
        Start with an assistant
      </Button>
      <ErrorNote error={create.error} />
    </Empty>
  );
}

/** Shown when the built-in offline model answers. */
function OfflineHint({ agent }: { agent: Agent }) {
  const { data } = useQuery({ ...queries.queryOptions('get', '/agent/health'), staleTime: 300_000 });
  if ((agent.provider ?? data?.provider) !== 'local') return null;
  return (
    <details className="note offline-hint">
      <summary>Answers come from the built-in offline model. How do I use a real one?</summary>
      <p>
        Make a connection under <Link to="/models">Models</Link>, and choose one of its models for the agent. Or, for
        everybody, put a key into the gateway's <code>.env</code> and restart it: <code>OPENAI_API_KEY</code>,{' '}
        <code>ANTHROPIC_API_KEY</code>, <code>GOOGLE_GENERATIVE_AI_API_KEY</code>, or{' '}
        <code>OPENAI_COMPATIBLE_BASE_URL</code> for Ollama, vLLM and others.
      </p>
    </details>
  );
}

type Place = { agent?: string; session?: string };

export function ChatPage() {
  const { agent: chosen, session } = useSearch({ from: '/chat' });
  const navigate = useNavigate({ from: '/chat' });
  const { data: agents, error: agentsError } = useQuery(agentsQuery);
  const onSession = useCallback(
    (id: string) => {
      beginConversation(id);
      void navigate({ search: (before: Place) => ({ ...before, session: id }), replace: true });
    },
    [navigate],
  );
  const conversation = useConversation(agents, session, onSession);
  const { turns, hasEarlier, error, refusal, loading, isBusy, canStop, send, again, choose, stop } = conversation;
  const agent =
    agents?.find(({ id }) => id === chosen) ?? agents?.find(({ id }) => id === conversation.agentId) ?? agents?.[0];
  const agentId = agent?.id;

  useEffect(() => {
    if (!agentId || loading) return;
    if (session && error) forgetConversation(session);
    else rememberConversation({ agent: agentId, ...(session ? { session } : {}) });
  }, [agentId, session, loading, error]);

  const log = useRef<HTMLDivElement>(null);
  const { isAtEnd, jump, onScroll } = useLatest(log, turns);
  const drawer = useRef<HTMLDialogElement>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  // A conversation that is picked from the drawer is what the person wants to see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another conversation is opened.
  useEffect(() => {
    drawer.current?.close();
    jump();
  }, [session, jump]);

  const fork = useCallback(
    async (messageId: string) => {
      if (!session) return;
      try {
        const copy = await dataOf(
          api.POST('/sessions/{id}/fork', { params: { path: { id: session } }, body: { messageId } }),
        );
        say('This is a copy. What you write here does not change the conversation that it is from.');
        await navigate({ search: { agent: copy.agentId, session: copy.id } });
        await forget('/sessions');
      } catch (failure) {
        sayError(failure);
      }
    },
    [session, navigate],
  );
  const actions = useMemo(
    () => ({
      sessionId: session,
      isBusy,
      again: (turn: Turn, question?: string) => {
        again(turn, question);
        jump();
      },
      choose: (messageId: string) => void choose(messageId),
      fork: (messageId: string) => void fork(messageId),
    }),
    [session, isBusy, again, choose, fork, jump],
  );

  if (agentsError) return <ErrorNote error={agentsError} />;
  if (!agents) return <Loading />;
  if (!agent) return <Welcome onReady={(id) => void navigate({ search: { agent: id } })} />;

  const begin = (id = agent.id) => void navigate({ search: { agent: id } });
  const ask = (draft: Draft) => {
    jump();
    return send(agent.id, draft);
  };
  const conversations = <ConversationList sessionId={session} onGone={() => begin()} />;
  return (
    <div className="chat">
      <aside className="conversations" aria-label="Conversations">
        {conversations}
      </aside>
      <dialog ref={drawer} className="drawer" aria-label="Conversations" onClose={() => setDrawerOpen(false)}>
        <header>
          <h2>Conversations</h2>
          <Button look="quiet" aria-label="Close" onClick={() => drawer.current?.close()}>
            ✕
          </Button>
        </header>
        {isDrawerOpen && conversations}
      </dialog>
      <div className="chat-main">
        <header className="chat-head">
          <h1 className="visually-hidden">Chat</h1>
          <IconButton
            icon="list"
            label="Conversations"
            className="open-drawer"
            onClick={() => {
              setDrawerOpen(true);
              drawer.current?.showModal();
            }}
          />
          <select aria-label="Agent" value={agent.id} onChange={({ target }) => begin(target.value)}>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Button className="new-conversation" aria-label="New conversation" onClick={() => begin()}>
            New<span className="word"> conversation</span>
          </Button>
        </header>
        <div
          ref={log}
          className="turns"
          role="log"
          aria-label="Conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={onScroll}
        >
          {loading && turns.length === 0 && <Loading />}
          <ErrorNote error={error} />
          {turns.length === 0 && !loading && !session && (
            <div className="suggestions">
              <h2>
                <AgentIcon id={agent.id} name={agent.name} />
                {agent.name}
              </h2>
              {agent.description && <p className="dim">{agent.description}</p>}
              <div className="chips">
                {suggestionsFor(agent).map((text) => (
                  <Button key={text} onClick={() => void ask({ text, files: [] })}>
                    {text}
                  </Button>
                ))}
              </div>
              <FirstSteps onAsk={(text) => void ask({ text, files: [] })} />
            </div>
          )}
          {hasEarlier && session && (
            <p className="remark">
              <Link to="/sessions/$id" params={{ id: session }}>
                Earlier messages
              </Link>
            </p>
          )}
          {turns.map((turn) => (
            <TurnView
              key={turn.key}
              turn={turn}
              agentName={agents.find(({ id }) => id === turn.agentId)?.name ?? agent.name}
              actions={actions}
            />
          ))}
        </div>
        {!isAtEnd && (
          <div className="to-latest">
            <Button onClick={jump}>↓ Jump to the latest</Button>
          </div>
        )}
        <OfflineHint agent={agent} />
        <Composer
          conversation={session}
          isBusy={isBusy}
          canStop={canStop}
          refusal={refusal}
          onSend={ask}
          onStop={() => void stop()}
        />
      </div>
    </div>
  );
}
