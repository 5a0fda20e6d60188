import type { Agent, ChatRequest, RunFrame } from '@client/api.ts';
import { GatewayError } from '@client/errors.ts';
import { type GatewayClient, isLast, type RunStream } from '@client/index.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, dataOf, streamingClient } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { heldFile } from '../files/held-file.ts';
import { unlistAll } from '../files/use-attachments.ts';
import type { Draft, Sent } from './composer.tsx';
import { after, annotated, isOpen, newTurn, type Turn, turnsOf } from './turn.ts';

/** How long a stream may stay broken: a laptop may be closed for a while. */
const patienceMs = 600_000;

/** Frames that come within this time are shown together: a page needs no more than thirty pictures a second. */
const togetherMs = 33;

const messageOf = ({ text, files }: Draft): ChatRequest['message'] =>
  files.length === 0
    ? text
    : [
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...files.map(heldFile).map(({ type, fileId }) => ({ type, fileId })),
      ];

/** The conversation of one session: its stored turns, the running turn, and the actions on it. */
export function useConversation(
  agents: Agent[] | undefined,
  sessionId: string | undefined,
  onSession: (id: string) => void,
) {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [error, setError] = useState<unknown>();
  const [refusal, setRefusal] = useState<unknown>();
  const [loading, setLoading] = useState(false);
  const [hasEarlier, setHasEarlier] = useState(false);
  /** The agent that answers in this session. */
  const [agentId, setAgentId] = useState<string | undefined>();
  const shown = useRef<string | undefined>(undefined);
  const watching = useRef<AbortController | undefined>(undefined);
  const nextKey = useRef(0);

  const update = useCallback((key: string, change: (turn: Turn) => Turn) => {
    setTurns((all) => all.map((turn) => (turn.key === key ? change(turn) : turn)));
  }, []);

  /** Once a turn has ended, its messages have ids, by which it is answered again, rated or copied. */
  const learn = useCallback(
    async (key: string, id: string) => {
      const query = { limit: 30 };
      const { messages } = await dataOf(api.GET('/sessions/{id}', { params: { path: { id }, query } }));
      if (shown.current === id) update(key, (turn) => annotated(turn, messages));
    },
    [update],
  );

  /**
   * Follows a run and shows its events until it ends. `onBegun` is given for a new message. False: no event came, or the model
   * cannot take what the message holds.
   */
  const follow = useCallback(
    async (
      key: string,
      open: (client: GatewayClient, signal: AbortSignal) => RunStream,
      onBegun?: () => void,
    ): Promise<boolean> => {
      watching.current?.abort();
      const controller = new AbortController();
      watching.current = controller;
      const { signal } = controller;
      let isBegun = false;
      let isTaken = false;
      const lost = () => update(key, (turn) => ({ ...turn, state: 'lost' }));
      let frames: RunFrame[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = () => {
        const ready = frames;
        frames = [];
        clearTimeout(timer);
        timer = undefined;
        if (ready.length > 0 && !signal.aborted) update(key, (turn) => ready.reduce(after, turn));
      };
      try {
        for await (const frame of open(streamingClient(lost), signal)) {
          if (signal.aborted) return true;
          if (!isBegun) onBegun?.();
          isBegun = true;
          isTaken = !(frame.type === 'error' && frame.code === 'unsupported_content');
          if (shown.current !== frame.sessionId) {
            shown.current = frame.sessionId;
            onSession(frame.sessionId);
          }
          frames.push(frame);
          timer ??= setTimeout(show, togetherMs);
          if (!isLast(frame)) continue;
          show();
          void forget('/sessions', '/jobs', '/costs', '/traces', '/approvals', '/memory');
          void learn(key, frame.sessionId);
        }
      } catch (failure) {
        if (signal.aborted) return true;
        show();
        if (onBegun && !isBegun && failure instanceof GatewayError) {
          setTurns((all) => all.filter((turn) => turn.key !== key));
          setRefusal(failure);
          return false;
        }
        const text = failure instanceof Error ? failure.message : String(failure);
        update(key, (turn) => ({ ...turn, state: 'failed', error: text }));
      }
      return isTaken;
    },
    [onSession, update, learn],
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
        setAgentId(session.agentId);
        const nameOf = (agentId: string) => agents?.find((agent) => agent.id === agentId)?.name ?? agentId;
        const stored = turnsOf(session.messages, jobs.data, nameOf);
        const open = jobs.data.find(isOpen);
        if (open) {
          // The log of the open run has everything from its first event, so its stored messages are left out.
          const key = `live-${open.runId}`;
          const asked = stored.find(({ runId }) => runId === open.runId);
          // A question that is answered again still has its earlier answer.
          const place = asked
            ? stored.indexOf(asked)
            : stored.findLastIndex(({ question }) => question === open.message);
          const { files, questionId } = asked ?? stored[place] ?? {};
          setTurns([
            ...(place < 0 ? stored : stored.slice(0, place)),
            { ...newTurn(key, open.message, files), runId: open.runId, ...(questionId && { questionId }) },
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
    setAgentId(undefined);
    setHasEarlier(false);
    setError(undefined);
    setRefusal(undefined);
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
    async (agentId: string, draft: Draft): Promise<Sent> => {
      const key = `new-${nextKey.current++}`;
      setRefusal(undefined);
      setTurns((all) => [...all, newTurn(key, draft.text, draft.files.map(heldFile))]);
      // A surface has one open session. A surface for each conversation keeps all of them open.
      const where = shown.current
        ? { sessionId: shown.current }
        : { surface: `console-${crypto.randomUUID().slice(0, 8)}` };
      const request = { agentId, message: messageOf(draft), showReasoning: true, ...where };
      const isTaken = await follow(
        key,
        ({ chat }, signal) => chat.stream(request, { signal, patienceMs }),
        // The conversation holds them now, and they are to go with it.
        () => unlistAll(draft.files),
      );
      return isTaken ? 'taken' : { draftOf: shown.current };
    },
    [follow],
  );

  /** Answers the question of this turn again, or another one in its place. What came after it is on the branch that is left. */
  const again = useCallback(
    (turn: Turn, question?: string) => {
      const id = shown.current;
      const { questionId, files, runId: _, ...kept } = turn;
      if (!id || !questionId) return;
      const key = `again-${nextKey.current++}`;
      const held = (files ?? []).map(({ type, fileId }) => ({ type, fileId }));
      const parts = [{ type: 'text' as const, text: question ?? '' }, ...held];
      const message = question === undefined ? {} : { message: held.length > 0 ? parts : question };
      setRefusal(undefined);
      setTurns((all) => {
        const place = all.findIndex((each) => each.key === turn.key);
        const next = newTurn(key, question ?? kept.question ?? '', files);
        return [...all.slice(0, place), { ...next, questionId }];
      });
      void follow(key, ({ sessions }, signal) =>
        sessions.regenerate(id, { messageId: questionId, showReasoning: true, ...message }, { signal, patienceMs }),
      );
    },
    [follow],
  );

  /** Makes another answer or question the history again. */
  const choose = useCallback(
    async (messageId: string) => {
      const id = shown.current;
      if (!id) return;
      const path = { id, messageId };
      try {
        await api.PUT('/sessions/{id}/messages/{messageId}/chosen', { params: { path } });
        await load(id);
      } catch (failure) {
        setError(failure);
      }
    },
    [load],
  );

  const last = turns.at(-1);
  const isBusy = last !== undefined && !['done', 'failed'].includes(last.state);
  const stop = useCallback(async () => {
    if (last?.runId) await api.POST('/jobs/{id}/cancel', { params: { path: { id: last.runId } } }).catch(setError);
  }, [last]);

  return {
    turns,
    agentId,
    hasEarlier,
    error,
    refusal,
    loading,
    isBusy,
    canStop: isBusy && last?.runId !== undefined,
    send,
    again,
    choose,
    stop,
  };
}
