import type { Caller } from '../../http/authentication.ts';
import type { HeldData } from '../../http/validation/large-bodies.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import { filesIn as idsIn, type Part } from '../../kernel/parts.ts';
import type { ReasoningLevel } from '../../platform/models/model.ts';
import type { ResponseFormat } from '../agents/index.ts';
import type {
  ClientTool,
  Engine,
  InputPart,
  JobService,
  MessageReader,
  Outcome,
  RunError,
  StartRequest,
} from '../runs/index.ts';
import type { AgentConversation, PartsOfMessages } from './conversation.ts';

type Deps = {
  engine: Pick<Engine, 'start' | 'mayStart'>;
  jobs: Pick<JobService, 'cancel'>;
  readMessage: MessageReader;
};

/** A question to an agent that a client asks as a model, in any of the protocols. */
export type AgentQuestion = {
  caller: Caller;
  agentId: string;
  /** The value of X-Session-ID. */
  session: string | undefined;
  /** The data of a large body. */
  held: HeldData | undefined;
  trace: string | undefined;
  streams: boolean;
  /** What the messages hold besides text, by their position. */
  inputs: ReadonlyMap<number, InputPart[]>;
  /** The conversation, once its files are stored. */
  read(parts: PartsOfMessages): AgentConversation;
  responseFormat?: ResponseFormat | undefined;
  reasoning?: ReasoningLevel | undefined;
  /** Tools that run at the client. */
  clientTools?: readonly ClientTool[] | undefined;
};

const surface = 'inference';
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/**
 * The error of a failed run. A provider's complaint about the request keeps its status. The gateway has already retried, so
 * the client is told not to.
 */
export function errorOfRun(
  { code, message, retryAfterSeconds, upstream }: RunError,
  extra: Record<string, unknown>,
): AppError {
  const byModel = code === 'model_error' || code === 'model_rate_limited';
  const ofRequest = byModel && upstream !== undefined && [400, 413, 422].includes(upstream.status);
  return new AppError(ofRequest ? 'bad_request' : isCode(code) ? code : 'internal', message, {
    extra,
    ...(byModel && upstream ? { upstream: { code: upstream.code } } : {}),
    ...(byModel ? { clientRetries: false } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** For a client that waits for an answer, and not for a person. */
export function awaitsApproval({ runId, sessionId, approval }: Extract<Outcome, { kind: 'parked' }>): AppError {
  const message = `The agent waits for approval to use ${approval.tool}. Once ${approval.requestId} is resolved, the answer is at /jobs/${runId}.`;
  return new AppError('conflict', message, { extra: { runId, sessionId, approval } });
}

/**
 * A client that keeps the conversation sends all of it each time: every request gets a session of its own, which begins
 * with that history. A client that names a session sends only the new message.
 */
export function createAgentRuns({ engine, jobs, readMessage }: Deps) {
  /** The files of all messages become files of the person, if the run may start. */
  async function store(
    { caller, held, inputs }: AgentQuestion,
    request: Omit<StartRequest, 'message'>,
  ): Promise<PartsOfMessages> {
    const stored = new Map<number, Part[]>();
    for (const [index, message] of inputs) {
      const options = { path: `messages[${index}].content`, mayStart: () => engine.mayStart(request) };
      const { parts } = await readMessage(caller, { message, held }, options);
      if (parts) stored.set(index, parts);
    }
    return stored;
  }

  return {
    /** Throws if a question to the agent would be refused anyway. */
    mayStart: (caller: Caller, agentId: string) =>
      engine.mayStart({ caller, agentId, kind: 'inference', streams: false, trace: undefined, surface, oneOff: true }),

    async start(question: AgentQuestion) {
      const { caller, agentId, session, trace, streams, responseFormat, reasoning, clientTools } = question;
      const named = session?.startsWith('ses_') ? { sessionId: session } : { surface: `${surface}:${session}` };
      const request = {
        caller,
        agentId,
        kind: 'inference' as const,
        streams,
        trace,
        ...(session === undefined ? { surface, oneOff: true } : named),
        ...(responseFormat && { responseFormat }),
        ...(reasoning && { reasoning }),
        ...(clientTools && { clientTools }),
      };
      const { message, parts, history } = question.read(await store(question, request));
      const historyFiles = history.flatMap((one) => ('parts' in one ? idsIn(one.parts) : []));
      return engine.start({
        ...request,
        message,
        parts,
        ...(history.length > 0 ? { history: JSON.stringify(history), historyFiles } : {}),
      });
    },

    /** These clients stop an answer by closing its connection. */
    cancelWhenGone(caller: Caller, runId: string, gone: AbortSignal): () => void {
      // The run may have ended at this moment; then there is nothing to cancel.
      const cancel = () => void jobs.cancel(caller, runId).catch(() => undefined);
      if (gone.aborted) cancel();
      gone.addEventListener('abort', cancel);
      return () => gone.removeEventListener('abort', cancel);
    },
  };
}

export type AgentRuns = ReturnType<typeof createAgentRuns>;
