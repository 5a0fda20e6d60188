import type { Caller } from '../../http/authentication.ts';
import type { Idempotency, IdempotentRequest } from '../../http/idempotency.ts';
import { iso } from '../../kernel/clock.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Engine } from './engine.ts';
import type { ChatAnswer, ChatRequest, Presence } from './runs.schema.ts';
import type { Outcome } from './turn.ts';

type Deps = { engine: Engine; database: Database; idempotency: Idempotency };

export type ChatReply =
  | { status: 200; body: ChatAnswer; replayed: boolean }
  | { status: 202; body: Awaiting; replayed: boolean };
type Awaiting = {
  runId: string;
  sessionId: string;
  status: 'awaiting_approval';
  approval: { requestId: string; tool: string; params: unknown; expiresAt: string };
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The whole answer of a turn; a turn that failed is an error that names its run. */
export function replyOf(outcome: Outcome, replayed: boolean): ChatReply {
  if (outcome.kind === 'parked') {
    const { runId, sessionId, approval } = outcome;
    return { status: 202, body: { runId, sessionId, status: 'awaiting_approval', approval }, replayed };
  }
  const { kind, status, error, ...answer } = outcome;
  if (error)
    throw new AppError(isCode(error.code) ? error.code : 'internal', error.message, {
      extra: { runId: outcome.runId, sessionId: outcome.sessionId },
      ...(replayed ? { headers: { 'idempotent-replayed': 'true' } } : {}),
    });
  return { status: 200, body: answer, replayed };
}

export function createChatService({ engine, database, idempotency }: Deps) {
  return {
    /** The same key and body give the same turn: while it runs 409, and then its answer. */
    async chat(caller: Caller, request: ChatRequest, key: IdempotentRequest | undefined): Promise<ChatReply> {
      if (!key)
        return replyOf(await (await engine.start({ caller, ...request, kind: 'chat', streams: false })).outcome, false);
      const known = await idempotency.find(database, key);
      if (known) return replay(known.runId);
      let earlier: string | undefined;
      try {
        const { outcome } = await engine.start({
          caller,
          ...request,
          kind: 'chat',
          streams: false,
          alongside: async (tx, runId) => {
            earlier = (await idempotency.claimForRun(tx, key, runId))?.runId;
            if (earlier) throw new Known();
          },
        });
        return replyOf(await outcome, false);
      } catch (error) {
        if (error instanceof Known && earlier) return replay(earlier);
        throw error;
      }
    },

    start: engine.start,

    /** The agents of the workspace, and what each is doing for the caller. */
    async presence({ workspaceId, userId }: Caller): Promise<Presence> {
      const rows = await database.all<{
        id: string;
        name: string;
        run_id: string | null;
        session_id: string | null;
        status: string | null;
        since: number | null;
        tool: string | null;
      }>(
        `SELECT a.id, a.name, r.id AS run_id, r.session_id, r.status, COALESCE(r.started_at, r.created_at) AS since,
           (SELECT t.tool FROM tool_calls t WHERE t.run_id = r.id AND t.status = 'started' LIMIT 1) AS tool
         FROM agents a LEFT JOIN runs r ON r.agent_id = a.id AND r.workspace_id = $1 AND r.user_id = $2
           AND r.status IN ('running', 'awaiting_approval')
         WHERE a.workspace_id = $1 ORDER BY a.created_at DESC, a.id LIMIT 500`,
        [workspaceId, userId],
      );
      return {
        data: rows.map(({ id, name, run_id, session_id, status, since, tool }) => ({
          agentId: id,
          name,
          state:
            status === null
              ? 'idle'
              : status === 'awaiting_approval'
                ? 'awaiting_approval'
                : tool
                  ? 'tool'
                  : 'thinking',
          sessionId: session_id,
          runId: run_id,
          since: since === null ? null : iso(since),
        })),
      };
    },
  };

  async function replay(runId: string): Promise<ChatReply> {
    const outcome = await engine.settled(runId);
    if (!outcome)
      throw new AppError('idempotency_in_flight', 'The first request with this Idempotency-Key is still running.', {
        retryAfterSeconds: 1,
        extra: { runId },
      });
    return replyOf(outcome, true);
  }
}

class Known extends Error {}

export type ChatService = ReturnType<typeof createChatService>;
