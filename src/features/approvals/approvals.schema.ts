import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
const Status = Type.Enum(['pending', 'approved', 'denied', 'expired']);

export const Approval = Type.Object(
  {
    id: Type.String({ examples: ['apr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    runId: Type.String(),
    sessionId: Type.String(),
    agentId: Type.String(),
    userId: Type.String({ description: 'The user of the run.' }),
    tool: Type.String({ examples: ['http_fetch'] }),
    params: Type.Unknown({ description: 'The exact parameters of the tool call.' }),
    status: Status,
    reason: Nullable(Type.String()),
    resolvedBy: Nullable(Type.String()),
    createdAt: Time,
    expiresAt: Time,
    resolvedAt: Nullable(Time),
  },
  { title: 'Approval' },
);
export type Approval = Type.Static<typeof Approval>;

export const ApprovalQuery = Type.Object({ ...PageQuery, status: Type.Optional(Status) });

export const ResolveApproval = Type.Object(
  { decision: Type.Enum(['approve', 'deny']), reason: Type.Optional(Type.String({ maxLength: 2_000 })) },
  { title: 'ResolveApproval', additionalProperties: false },
);
