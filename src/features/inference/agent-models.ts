import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/authentication.ts';
import { openAiErrorOf } from '../../http/errors/error-shapes.ts';
import { AppError, type ErrorCode, errorCatalogue, invalidField } from '../../kernel/errors.ts';
import {
  type Engine,
  type JobService,
  type Outcome,
  ownError,
  type RunError,
  type RunEvent,
  type StreamRun,
} from '../runs/index.ts';
import { createChunks, errorEvent, type Finish, type Head, usageOf, wholeCompletion } from './completion.ts';
import { readConversation } from './conversation.ts';
import type { ChatCompletion, ChatCompletionRequest } from './inference.schema.ts';

type Deps = {
  engine: Pick<Engine, 'start'>;
  jobs: Pick<JobService, 'cancel'>;
  streamRun: StreamRun;
};

export type AgentCall = {
  caller: Caller;
  agentId: string;
  /** The value of X-Session-ID. */
  session: string | undefined;
  body: ChatCompletionRequest;
  trace: string | undefined;
};

const surface = 'inference';
const finishes: Record<string, Finish> = { max_tokens: 'length', max_steps: 'length' };
const finishOf = (stopReason: string): Finish => finishes[stopReason] ?? 'stop';

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/**
 * The error of a failed run. A provider's complaint about the request keeps its status. The gateway has already retried, so
 * the client is told not to.
 */
function errorOf({ code, message, retryAfterSeconds, upstream }: RunError, extra: Record<string, unknown>): AppError {
  const byModel = code === 'model_error' || code === 'model_rate_limited';
  const ofRequest = byModel && upstream !== undefined && [400, 413, 422].includes(upstream.status);
  return new AppError(ofRequest ? 'bad_request' : isCode(code) ? code : 'internal', message, {
    extra,
    ...(byModel && upstream ? { upstream: { code: upstream.code } } : {}),
    ...(byModel ? { clientRetries: false } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** An agent has its own settings and tools; a client cannot replace them. */
function refuseForAgents({ tools, response_format: format }: ChatCompletionRequest): void {
  if (tools?.length)
    throw invalidField('tools', 'an agent uses its own tools, which the gateway runs; tools of a client need a model');
  if (format && format.type !== 'text') throw invalidField('response_format', 'an agent answers in text');
}

/**
 * An agent under the name of a model. A client that keeps the conversation sends all of it each time: every request gets a
 * session of its own, which begins with that history. A client that names a session sends only the new message.
 */
export function createAgentModels({ engine, jobs, streamRun }: Deps) {
  async function start({ caller, agentId, session, body, trace }: AgentCall, streams: boolean) {
    refuseForAgents(body);
    const { message, history } = readConversation(body.messages);
    const named = session?.startsWith('ses_') ? { sessionId: session } : { surface: `${surface}:${session}` };
    return engine.start({
      caller,
      agentId,
      message,
      kind: 'inference',
      streams,
      trace,
      ...(session === undefined ? { surface, oneOff: true } : named),
      ...(history.length > 0 ? { history: JSON.stringify(history) } : {}),
    });
  }

  /** OpenAI's clients stop an answer by closing its connection. */
  function cancelWhenGone({ caller }: AgentCall, runId: string, gone: AbortSignal): () => void {
    // The run may have ended at this moment; then there is nothing to cancel.
    const cancel = () => void jobs.cancel(caller, runId).catch(() => undefined);
    if (gone.aborted) cancel();
    gone.addEventListener('abort', cancel);
    return () => gone.removeEventListener('abort', cancel);
  }

  const headOf = (runId: string, { body: { model } }: AgentCall): Head => ({
    id: runId,
    created: Math.floor(Date.now() / 1_000),
    model,
  });

  function completionOf(outcome: Outcome, call: AgentCall): ChatCompletion {
    const { runId, sessionId } = outcome;
    if (outcome.kind === 'parked') {
      const { requestId, tool } = outcome.approval;
      const message = `The agent waits for approval to use ${tool}. Once ${requestId} is resolved, the answer is at /jobs/${runId}.`;
      throw new AppError('conflict', message, { extra: { runId, sessionId, approval: outcome.approval } });
    }
    const { content, stopReason, usage, error } = outcome;
    if (error) throw errorOf(ownError(error), { runId, sessionId });
    const finish = finishOf(stopReason);
    const tokens = usageOf({ ...usage, cachedTokens: 0 });
    return wholeCompletion(headOf(runId, call), { text: content, toolCalls: [], finish, usage: tokens });
  }

  return {
    async complete(call: AgentCall, reply: FastifyReply, gone: AbortSignal): Promise<ChatCompletion> {
      const { runId, sessionId, outcome } = await start(call, false);
      reply.headers({ 'x-run-id': runId, 'x-session-id': sessionId });
      const stopWatching = cancelWhenGone(call, runId, gone);
      return completionOf(await outcome.finally(stopWatching), call);
    },

    async stream(call: AgentCall, request: FastifyRequest, reply: FastifyReply, gone: AbortSignal): Promise<void> {
      const started = await start(call, true);
      const { runId, sessionId } = started;
      reply.raw.setHeader('x-run-id', runId).setHeader('x-session-id', sessionId);
      const chunks = createChunks(headOf(runId, call), call.body.stream_options?.include_usage === true);
      const stopWatching = cancelWhenGone(call, runId, gone);
      let ended = false;

      const failureIn = (fields: string) => errorOf(JSON.parse(fields) as RunError, { runId, sessionId });
      const opening = {
        says: ({ type }: RunEvent) => type === 'stream_chunk' || type === 'stream_done',
        failure: ({ type, fields }: RunEvent) => (type === 'error' ? failureIn(fields) : undefined),
      };

      function spell({ type, fields }: RunEvent): string {
        if (type === 'session_resolved') return chunks.role();
        if (type === 'stream_chunk') return chunks.text((JSON.parse(fields) as { delta: string }).delta);
        if (type === 'error') {
          ended = true;
          return errorEvent(openAiErrorOf(failureIn(fields), request.id));
        }
        if (type !== 'stream_done') return '';
        ended = true;
        const { usage, stopReason } = JSON.parse(fields) as Done;
        return chunks.end(finishOf(stopReason), usageOf({ ...usage, cachedTokens: 0 }));
      }

      const spelled = (event: RunEvent) => {
        const text = spell(event);
        if (ended) stopWatching();
        return text;
      };
      const watching = streamRun(request, reply, started, 0, { spell: spelled, opening });
      await watching.finally(stopWatching);
    },
  };
}

type Done = { usage: { promptTokens: number; completionTokens: number }; stopReason: string };

export type AgentModels = ReturnType<typeof createAgentModels>;
