import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { ChatRequest, MessageInput, outputFields } from '../runs/index.ts';

const Time = Type.String({ format: 'date-time' });
const SwarmId = Type.String({ examples: ['swm_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const AgentId = Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const mostMembers = 50;

export const CreateSwarm = Type.Object(
  {
    members: Type.Array(
      Type.Object(
        {
          agentId: AgentId,
          message: MessageInput,
          responseFormat: ChatRequest.properties.responseFormat,
          reasoning: ChatRequest.properties.reasoning,
        },
        { title: 'SwarmMember', additionalProperties: false },
      ),
      { minItems: 1, maxItems: mostMembers },
    ),
    maxConcurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostMembers, default: 5, description: 'Over all nodes.' }),
    ),
  },
  { title: 'CreateSwarm', additionalProperties: false },
);
export type CreateSwarm = Type.Static<typeof CreateSwarm>;

export const SwarmStarted = Type.Object({ swarmId: SwarmId }, { title: 'SwarmStarted' });
export type SwarmStarted = Type.Static<typeof SwarmStarted>;

const MemberResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    agentId: AgentId,
    runId: Nullable(Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] })),
    status: Type.Enum(['queued', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled']),
    content: Type.Optional(Type.String()),
    ...outputFields,
    truncated: Type.Optional(Type.Boolean({ description: '`GET /jobs/:runId` has the whole answer.' })),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { title: 'MemberResult' },
);
export type MemberResult = Type.Static<typeof MemberResult>;

const swarmFields = {
  id: SwarmId,
  status: Type.Enum(['running', 'completed', 'cancelled']),
  agentCount: Type.Integer(),
  maxConcurrency: Type.Integer(),
  createdAt: Time,
  finishedAt: Nullable(Time),
  totalDurationMs: Nullable(Type.Integer()),
};

export const Swarm = Type.Object(swarmFields, { title: 'Swarm' });
export type Swarm = Type.Static<typeof Swarm>;

export const SwarmDetails = Type.Object(
  { ...swarmFields, results: Type.Array(MemberResult) },
  { title: 'SwarmDetails' },
);
export type SwarmDetails = Type.Static<typeof SwarmDetails>;

export const SwarmQuery = Type.Object(PageQuery);
