import type { Agent, Job } from '@client/api.ts';
import { type GatewayClient, isLast, type RunStream } from '@client/index.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, dataOf, streamingClient } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { after, newTurn, type Turn, turnsOf } from './turn.ts';

/** How long a stream may stay broken: a laptop may be closed for a while. */
const patienceMs = 600_000;

const isOpen = ({ status }: Job) => ['queued', 'running', 'awaiting_approval'].includes(status);

/** The conversation of one session: its stored turns, the running turn, and the actions on it. */
export function useConversation(
  agents: Agent[] | undefined,
  sessionId: string | undefined,
  onSession: (id: string) => void,
) {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [error, setError] = useState<unknown>();
  const [loading, setLoading] = useState(false);
  const [hasEarlier, setHasEarlier] = useState(false);
  const shown = useRef<string | undefined>(undefined);
  const watching = useRef<AbortController | undefined>(undefined);
  const nextKey = useRef(0);

  const update = useCallback((key: string, change: (turn: Turn) => Turn) => {
    setTurns((all) => all.map((turn) => (turn.key === key ? change(turn) : turn)));
  }, []);

  /** Follows a run and shows its events until it ends. */
  const follow = useCallback(
    async (key: string, open: (client: GatewayClient, signal: AbortSignal) => RunStream) => {
      watching.current?.abort();
      const controller = new AbortController();
      watching.current = controller;
      const { signal } = controller;
      const lost = () => update(key, (turn) => ({ ...turn, state: 'lost' }));
      try {
        for await (const frame of open(streamingClient(lost), signal)) {
          if (signal.aborted) return;
          if (shown.current !== frame.sessionId) {
            shown.current = frame.sessionId;
            onSession(frame.sessionId);
          }
          update(key, (turn) => after(turn, frame));
          if (isLast(frame)) void forget('/sessions', '/jobs', '/costs', '/traces');
        }
      } catch (failure) {
        if (signal.aborted) return;
        const text = failure instanceof Error ? failure.message : String(failure);
        update(key, (turn) => ({ ...turn, state: 'failed', error: text }));
      }
    },
    [onSession, update],
  );

  const load = useCallback(
    async (id: string) => {
      setLoading(true);
      setError(undefined);
      try {
        const [session, jobs] = await Promise.all([
          dataOf(api.GET('/sessions/{id}', { params: { path: { id } } })),
          dataOf(api.GET('/jobs', { params: { query: { sessionId: id, limit: 200 } } })),
        ]);
        if (shown.current !== id) return;
        setHasEarlier(session.hasMore);
        const nameOf = (agentId: string) => agents?.find((agent) => agent.id === agentId)?.name ?? agentId;
        const stored = turnsOf(session.messages, jobs.data, nameOf);
        const open = jobs.data.find(isOpen);
        if (open) {
          // The log of the open run has everything from its first event, so its stored messages are left out.
          const key = `live-${open.runId}`;
          setTurns([
            ...stored.filter(({ runId }) => runId !== open.runId),
            { ...newTurn(key, open.message), runId: open.runId },
          ]);
          void follow(key, ({ jobs: all }, signal) => all.stream(open.runId, { signal, patienceMs }));
        } else setTurns(stored);
      } catch (failure) {
        if (shown.current === id) setError(failure);
      } finally {
        setLoading(false);
      }
    },
    [agents, follow],
  );

  useEffect(() => {
    if (!agents || sessionId === shown.current) return;
    shown.current = sessionId;
    watching.current?.abort();
    setTurns([]);
    setHasEarlier(false);
    setError(undefined);
    if (sessionId) void load(sessionId);
  }, [agents, sessionId, load]);

  useEffect(
    () => () => {
      watching.current?.abort();
      // A page that becomes visible again reads everything again.
      shown.current = undefined;
    },
    [],
  );

  const send = useCallback(
    async (agentId: string, message: string) => {
      const key = `new-${nextKey.current++}`;
      setTurns((all) => [...all, newTurn(key, message)]);
      // A surface has one open session. A surface for each conversation keeps all of them open.
      const where = shown.current
        ? { sessionId: shown.current }
        : { surface: `console-${crypto.randomUUID().slice(0, 8)}` };
      await follow(key, ({ chat }, signal) => chat.stream({ agentId, message, ...where }, { signal, patienceMs }));
    },
    [follow],
  );

  const last = turns.at(-1);
  const isBusy = last !== undefined && !['done', 'failed'].includes(last.state);
  const stop = useCallback(async () => {
    if (last?.runId) await api.POST('/jobs/{id}/cancel', { params: { path: { id: last.runId } } }).catch(setError);
  }, [last]);

  return { turns, hasEarlier, error, loading, isBusy, canStop: isBusy && last?.runId !== undefined, send, stop };
}
