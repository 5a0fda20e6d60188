import { Type } from '../../http/validation/type.ts';
import { ChatRequest } from '../runs/index.ts';

const BatchId = Type.String({ examples: ['bat_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const RunId = Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const UserId = Type.String({ minLength: 1, maxLength: 100, examples: ['usr_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const AgentId = Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const { message, sessionId, surface, metadata, responseFormat, reasoning } = ChatRequest.properties;

/** All runs of a batch are stored in one transaction. 1,000 take a moment; many more would block other writers. */
const mostUsers = 1_000;

export const AutonomousRun = Type.Object(
  {
    agentId: AgentId,
    userId: UserId,
    message,
    sessionId,
    surface,
    metadata,
    responseFormat,
    reasoning,
    async: Type.Optional(
      Type.Boolean({ description: 'Answer at once with the run’s id; it is begun when there is room.' }),
    ),
  },
  { title: 'AutonomousRun', additionalProperties: false },
);
export type AutonomousRun = Type.Static<typeof AutonomousRun>;

export const DeferredRun = Type.Object({ runId: RunId }, { title: 'DeferredRun' });

export const AutonomousBatch = Type.Object(
  {
    agentId: AgentId,
    userIds: Type.Array(UserId, {
      minItems: 1,
      maxItems: mostUsers,
      description: 'Each gets one run, however often named.',
    }),
    message,
    surface,
    metadata,
    responseFormat,
    reasoning,
    maxConcurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, default: 20, description: 'Over all nodes.' }),
    ),
  },
  { title: 'AutonomousBatch', additionalProperties: false },
);
export type AutonomousBatch = Type.Static<typeof AutonomousBatch>;

const RefusedUser = Type.Object(
  {
    userId: UserId,
    error: Type.Object({ code: Type.String({ examples: ['forbidden'] }), message: Type.String() }),
  },
  { title: 'RefusedUser' },
);

export const BatchStarted = Type.Object(
  {
    batchId: BatchId,
    runs: Type.Array(Type.Union([Type.Object({ userId: UserId, runId: RunId }, { title: 'UserRun' }), RefusedUser])),
  },
  { title: 'BatchStarted' },
);
export type BatchStarted = Type.Static<typeof BatchStarted>;

const Count = Type.Integer({ minimum: 0 });

export const BatchProgress = Type.Object(
  {
    id: BatchId,
    agentId: AgentId,
    workspaceId: Type.String({ examples: ['ws_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    status: Type.Enum(['running', 'completed']),
    maxConcurrency: Type.Integer(),
    userCount: Count,
    counts: Type.Object({
      queued: Count,
      running: Count,
      awaiting_approval: Count,
      completed: Count,
      failed: Count,
      cancelled: Count,
      refused: Count,
    }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'BatchProgress' },
);
export type BatchProgress = Type.Static<typeof BatchProgress>;
