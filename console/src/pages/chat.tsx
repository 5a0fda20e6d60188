import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { api, dataOf } from '../api/client.ts';
import { agentsQuery, forget, queries } from '../api/queries.ts';
import { Composer } from '../chat/composer.tsx';
import { forgetConversation, rememberConversation } from '../chat/last-conversation.ts';
import { TurnView } from '../chat/turn-view.tsx';
import { useConversation } from '../chat/use-conversation.ts';
import { Button, Empty, ErrorNote, Loading } from '../ui/basics.tsx';

const suggestions = ['What is 17% of 2,340?', 'What time is it in Tokyo?', 'Remember that I prefer short answers.'];

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
function OfflineHint() {
  const { data } = useQuery({ ...queries.queryOptions('get', '/agent/health'), staleTime: 300_000 });
  if (data?.provider !== 'local') return null;
  return (
    <details className="note offline-hint">
      <summary>Answers come from the built-in offline model. How do I use a real one?</summary>
      <p>
        Put a key into the gateway's <code>.env</code> and restart it: <code>OPENAI_API_KEY</code>,{' '}
        <code>ANTHROPIC_API_KEY</code>, <code>GOOGLE_GENERATIVE_AI_API_KEY</code>, or{' '}
        <code>OPENAI_COMPATIBLE_BASE_URL</code> for Ollama, vLLM and others.
      </p>
    </details>
  );
}

function Recent({
  agentId,
  sessionId,
  onPick,
}: {
  agentId: string;
  sessionId: string | undefined;
  onPick(id: string | undefined): void;
}) {
  const { data } = queries.useQuery('get', '/sessions', { params: { query: { agentId, limit: 30 } } });
  const sessions = data?.data ?? [];
  return (
    <select
      aria-label="Conversation"
      value={sessionId ?? ''}
      onChange={({ target }) => onPick(target.value || undefined)}
    >
      <option value="">New conversation</option>
      {sessionId && !sessions.some(({ id }) => id === sessionId) && (
        <option value={sessionId}>This conversation</option>
      )}
      {sessions.map(({ id, title }) => (
        <option key={id} value={id}>
          {(title ?? 'Untitled').slice(0, 60)}
        </option>
      ))}
    </select>
  );
}

export function ChatPage() {
  const { agent: chosen, session } = useSearch({ from: '/chat' });
  const navigate = useNavigate({ from: '/chat' });
  const { data: agents, error: agentsError } = useQuery(agentsQuery);
  const agent = agents?.find(({ id }) => id === chosen) ?? agents?.[0];
  const agentId = agent?.id;
  const onSession = useCallback(
    (id: string) => void navigate({ search: { ...(agentId ? { agent: agentId } : {}), session: id }, replace: true }),
    [navigate, agentId],
  );
  const { turns, hasEarlier, error, loading, isBusy, canStop, send, stop } = useConversation(
    agents,
    session,
    onSession,
  );

  useEffect(() => {
    if (!agentId || loading) return;
    if (session && error) forgetConversation(session);
    else rememberConversation({ agent: agentId, ...(session ? { session } : {}) });
  }, [agentId, session, loading, error]);

  const end = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  useEffect(() => {
    // Scrolls with the answer unless the reader has scrolled up.
    if (turns.length > 0 && pinned.current) end.current?.scrollIntoView({ block: 'end' });
  }, [turns]);

  if (agentsError) return <ErrorNote error={agentsError} />;
  if (!agents) return <Loading />;
  if (!agent) return <Welcome onReady={(id) => void navigate({ search: { agent: id } })} />;

  const open = (next: { agent?: string; session?: string | undefined }) => {
    const id = next.session;
    void navigate({ search: { agent: next.agent ?? agent.id, ...(id ? { session: id } : {}) } });
  };
  return (
    <div className="chat">
      <header className="chat-head">
        <h1 className="visually-hidden">Chat</h1>
        <select aria-label="Agent" value={agent.id} onChange={({ target }) => open({ agent: target.value })}>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Recent agentId={agent.id} sessionId={session} onPick={(id) => open({ session: id })} />
        <Button onClick={() => open({})}>New conversation</Button>
      </header>
      <div
        className="turns"
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          pinned.current = scrollHeight - scrollTop - clientHeight < 80;
        }}
      >
        {loading && <Loading />}
        <ErrorNote error={error} />
        {turns.length === 0 && !loading && (
          <div className="suggestions">
            <h2>{agent.name}</h2>
            {agent.description && <p className="dim">{agent.description}</p>}
            <div className="chips">
              {suggestions.map((text) => (
                <Button key={text} onClick={() => void send(agent.id, text)}>
                  {text}
                </Button>
              ))}
            </div>
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
          />
        ))}
        <div ref={end} />
      </div>
      <OfflineHint />
      <Composer
        isBusy={isBusy}
        canStop={canStop}
        onSend={(message) => void send(agent.id, message)}
        onStop={() => void stop()}
      />
    </div>
  );
}
