import type { Idempotency } from '../../../http/idempotency/idempotency.store.ts';
import type { IdempotentRequest } from '../../../http/idempotency/idempotency.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { StartRequest } from '../engine/arrival.ts';
import type { Engine, Started } from '../engine/engine.ts';
import { ownError, type RunKind } from '../run.ts';
import { type Outcome, withoutClient } from '../turn/turn.ts';
import type { MessageReader, Said } from './message-reader.ts';
import type { ChatAnswer, ChatRequest } from './runs.schema.ts';

type Deps = { engine: Engine; readMessage: MessageReader; database: Database; idempotency: Idempotency };

/** A request whose message is as the client sent it. */
export type SaidRequest = Omit<StartRequest, 'message' | 'parts'> & Said;

export type ChatReply =
  | { status: 200; body: ChatAnswer; model: string | null; replayed: boolean }
  | { status: 202; body: Awaiting; replayed: boolean };
type Awaiting = {
  runId: string;
  sessionId: string;
  status: 'awaiting_approval';
  approval: { requestId: string; tool: string; params: unknown; expiresAt: string };
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The whole answer of a run. A failed run becomes an error that names it. */
function replyOf(found: Outcome, replayed: boolean): ChatReply {
  const outcome = withoutClient(found);
  if (outcome.kind === 'parked') {
    const { runId, sessionId, approval } = outcome;
    return { status: 202, body: { runId, sessionId, status: 'awaiting_approval', approval }, replayed };
  }
  const { kind, status, error, model, citations, ...answer } = outcome;
  if (error)
    throw new AppError(isCode(error.code) ? error.code : 'internal', ownError(error).message, {
      extra: { runId: outcome.runId, sessionId: outcome.sessionId },
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      ...(replayed ? { headers: { 'idempotent-replayed': 'true' } } : {}),
    });
  return { status: 200, body: { ...answer, ...(citations && { citations: [...citations] }) }, model, replayed };
}

/** Needs no copy. What is held of a large body must not stay in memory as long as the run. */
const isPlain = (said: SaidRequest): said is SaidRequest & { message: string } =>
  typeof said.message === 'string' && said.held === undefined;

export function createChatService({ engine, readMessage, database, idempotency }: Deps) {
  async function read(said: SaidRequest): Promise<StartRequest> {
    if (isPlain(said)) return said;
    const { message, held, ...request } = said;
    if (typeof message === 'string') return { ...request, message };
    const mayStart = () => engine.mayStart(request);
    return { ...request, ...(await readMessage(request.caller, { message, held }, { mayStart })) };
  }

  /** The same idempotency key and body give the same run, new or begun before. */
  async function once<Begun>(
    start: SaidRequest,
    key: IdempotentRequest | undefined,
    begin: (request: StartRequest) => Promise<Begun>,
  ): Promise<{ begun: Begun } | { earlier: string }> {
    if (!key) return { begun: await begin(await read(start)) };
    const known = await idempotency.find(database, key);
    if (known) {
      // The caller's permission may have been taken away since the run began.
      await engine.mayStart(start);
      return { earlier: known.runId };
    }
    let earlier: string | undefined;
    try {
      const begun = await begin({
        ...(await read(start)),
        alongside: async (tx, runId) => {
          await start.alongside?.(tx, runId);
          earlier = (await idempotency.claimForRun(tx, key, runId))?.runId;
          if (earlier) throw new Known();
        },
      });
      return { begun };
    } catch (error) {
      if (error instanceof Known && earlier) return { earlier };
      throw error;
    }
  }

  return {
    /** 409 while the first request with a key runs; afterwards its answer. */
    async chat(
      caller: StartRequest['caller'],
      request: ChatRequest & Pick<Said, 'held'>,
      key: IdempotentRequest | undefined,
      trace: string | undefined,
      more: Pick<StartRequest, 'apiKey' | 'alongside' | 'afterwards'> & { kind?: RunKind } = {},
    ): Promise<ChatReply> {
      const answer = await once(
        { caller, ...request, kind: 'chat', ...more, streams: false, trace },
        key,
        engine.start,
      );
      return 'earlier' in answer ? replay(answer.earlier) : replyOf(await answer.begun.outcome, false);
    },

    answer: async (started: Started): Promise<ChatReply> => replyOf(await started.outcome, false),
    once,
    start: async (request: SaidRequest) => engine.start(await read(request)),
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
