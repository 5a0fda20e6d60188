import { PageQuery } from '../../../http/pagination.ts';
import { Nullable, Type } from '../../../http/validation/type.ts';
import { ReasoningLevel, ResponseFormat } from '../../agents/index.ts';
import { Citations, MessageParts } from '../../sessions/index.ts';
import { PendingClientTools } from '../client-tools/client-tool.schema.ts';
import { runKinds, shownStatuses, stopReasons } from '../run.ts';
import { MessageInput } from './message.schema.ts';

const Time = Type.String({ format: 'date-time' });
const RunId = Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const SessionId = Type.String({ examples: ['ses_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const AgentId = Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Reference = Type.String({ minLength: 1, maxLength: 100 });

export const askedForFields = {
  responseFormat: Type.Optional(ResponseFormat),
  reasoning: Type.Optional(ReasoningLevel),
  showReasoning: Type.Optional(
    Type.Boolean({
      description: 'Send the model’s reasoning as `reasoning_chunk` events, where its provider tells it.',
    }),
  ),
};

const messageFields = {
  agentId: Type.Optional(Reference),
  message: MessageInput,
  sessionId: Type.Optional(Reference),
  surface: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['web'] })),
  ...askedForFields,
};

export const ChatRequest = Type.Object(
  {
    ...messageFields,
    metadata: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown())),
  },
  { title: 'ChatRequest', additionalProperties: false },
);
export type ChatRequest = Type.Static<typeof ChatRequest>;

/** A client's frame over a WebSocket. Unknown members are ignored. */
export const MessageFrame = Type.Object(messageFields, { additionalProperties: false });
const OwnRun = Type.String({ minLength: 1 });
export const ResumeFrame = Type.Object(
  {
    runId: OwnRun,
    lastSeq: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  { additionalProperties: false },
);
export const CancelFrame = Type.Object({ runId: OwnRun }, { additionalProperties: false });

export const Usage = Type.Object({
  promptTokens: Type.Integer(),
  completionTokens: Type.Integer(),
  cachedTokens: Type.Optional(
    Type.Integer({ description: 'Of the prompt tokens: those from the provider’s cache. Absent for none.' }),
  ),
  reasoningTokens: Type.Optional(
    Type.Integer({ description: 'Of the completion tokens: those of the reasoning. Absent for none.' }),
  ),
});
export const StopReason = Type.Enum([...stopReasons]);

/** Who gave the last answer. */
export const answererFields = {
  model: Nullable(
    Type.String({
      examples: ['openai/gpt-5-mini'],
      description: 'The connection and model that answered, as `connection/model`.',
    }),
  ),
  cached: Type.Optional(
    Type.Boolean({ description: 'Present, and true, if the answer was kept from an earlier run (`cacheSeconds`).' }),
  ),
};

/** Of a run with a format. */
export const outputFields = {
  output: Type.Optional(
    Type.Unknown({ description: 'With `responseFormat`: the answer as JSON; `content` is its text.' }),
  ),
  errors: Type.Optional(
    Type.Array(Type.Object({ path: Type.String({ examples: ['total'] }), message: Type.String() }), {
      description: 'What is wrong with the answer, if `stopReason` is `invalid_output`.',
    }),
  ),
};

const RunToolCall = Type.Object(
  {
    id: Type.String(),
    tool: Type.String({ examples: ['calculator'] }),
    params: Type.Unknown(),
    result: Type.Unknown(),
    isError: Type.Boolean(),
    durationMs: Type.Integer(),
  },
  { title: 'RunToolCall' },
);

export const ChatAnswer = Type.Object(
  {
    runId: RunId,
    sessionId: SessionId,
    messageId: Nullable(Type.String({ examples: ['msg_01jd3v9k4m8q2w5x7y0z1a2b3c'] })),
    agentId: AgentId,
    agentChanged: Type.Optional(
      Type.Boolean({
        description: 'Present, and true, if another version of the agent answered before in this session.',
      }),
    ),
    agentVersion: Type.Optional(
      Type.Integer({ description: 'The version that answered. Present with `agentChanged`.' }),
    ),
    content: Type.String({ examples: ['17 * 23 = 391'] }),
    ...outputFields,
    citations: Type.Optional(Citations),
    toolCalls: Type.Array(RunToolCall),
    usage: Usage,
    costUsd: Type.Number(),
    durationMs: Type.Integer(),
    stopReason: StopReason,
    cached: answererFields.cached,
  },
  { title: 'ChatAnswer' },
);
export type ChatAnswer = Type.Static<typeof ChatAnswer>;

const PendingApproval = Type.Object(
  {
    requestId: Type.String({ examples: ['apr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    tool: Type.String(),
    params: Type.Unknown(),
    expiresAt: Time,
  },
  { title: 'PendingApproval' },
);

export const AwaitingApproval = Type.Object(
  { runId: RunId, sessionId: SessionId, status: Type.Literal('awaiting_approval'), approval: PendingApproval },
  { title: 'AwaitingApproval' },
);

const RunStatus = Type.Enum([...shownStatuses]);

export const RunErrorFields = {
  code: Type.String({ examples: ['model_error'] }),
  message: Type.String({ examples: ['The model did not answer.'] }),
  status: Type.Integer({ examples: [502] }),
  retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
  retryAfterSeconds: Type.Optional(
    Type.Integer({ examples: [7], description: 'How long to wait, as the model’s provider says.' }),
  ),
  upstream: Type.Optional(
    Type.Object(
      { status: Type.Integer({ examples: [429] }), code: Nullable(Type.String({ examples: ['rate_limit_exceeded'] })) },
      { description: 'The status and code of the model’s provider.' },
    ),
  ),
};

const jobFields = {
  id: RunId,
  runId: RunId,
  userId: Type.String({ examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
  kind: Type.Enum([...runKinds]),
  status: RunStatus,
  sessionId: SessionId,
  agentId: AgentId,
  batchId: Nullable(Type.String()),
  parentRunId: Nullable(RunId),
  message: Type.String({ description: 'The text of the message that started the run.' }),
  stopReason: Nullable(StopReason),
  usage: Usage,
  costUsd: Type.Number(),
  toolCallCount: Type.Integer(),
  durationMs: Type.Integer(),
  ...answererFields,
  error: Nullable(Type.Object(RunErrorFields)),
  createdAt: Time,
  startedAt: Nullable(Time),
  finishedAt: Nullable(Time),
};

export const Job = Type.Object(jobFields, { title: 'Job' });
export type Job = Type.Static<typeof Job>;

export const JobDetails = Type.Object(
  {
    ...jobFields,
    parts: Type.Optional(MessageParts),
    messageId: Nullable(Type.String()),
    content: Nullable(Type.String()),
    ...outputFields,
    citations: Type.Optional(Citations),
    toolCalls: Type.Array(RunToolCall),
    approval: Nullable(PendingApproval),
    clientTools: Type.Optional(PendingClientTools),
  },
  { title: 'JobDetails' },
);
export type JobDetails = Type.Static<typeof JobDetails>;

export const JobQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(RunStatus),
  kind: Type.Optional(Type.Enum([...runKinds])),
  batchId: Type.Optional(Reference),
  sessionId: Type.Optional(Reference),
  agentId: Type.Optional(Reference),
});
export type JobQuery = Type.Static<typeof JobQuery>;

export const ResetRequest = Type.Union(
  [
    Type.Object(
      { agentId: Type.Optional(Reference), surface: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { title: 'ResetRequest' },
);

export const Presence = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        agentId: AgentId,
        name: Type.String(),
        state: Type.Enum(['idle', 'thinking', 'tool', 'awaiting_approval', 'awaiting_client_tool']),
        sessionId: Nullable(SessionId),
        runId: Nullable(RunId),
        since: Nullable(Time),
      }),
    ),
  },
  { title: 'Presence' },
);
export type Presence = Type.Static<typeof Presence>;

export const AgentHealth = Type.Object(
  {
    status: Type.Enum(['ok', 'down']),
    provider: Type.String({ examples: ['local'] }),
    model: Type.String({ examples: ['offline'] }),
    latencyMs: Type.Number(),
  },
  { title: 'AgentHealth' },
);
