import { PageOf, PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });
const Bytes = Type.Integer({ minimum: 0 });
const Text = (example: string) => Type.String({ examples: [example] });
const UserId = Text('usr_01jd3v9k4m8q2w5x7y0z1a2b3c');
const WorkspaceId = Text('ws_01jd3v9k4m8q2w5x7y0z1a2b3c');
const AgentId = Text('agt_01jd3v9k4m8q2w5x7y0z1a2b3c');
const Costs = Type.Number({ minimum: 0, examples: [1.25] });

export const UserParams = Type.Object({ uid: Type.String() });
export const PageOnly = Type.Object(PageQuery);

export const AdminHealth = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded', 'down']),
    version: Text('0.1.0'),
    uptimeSeconds: Count,
    memory: Type.Object({ rss: Bytes, heapUsed: Bytes, heapTotal: Bytes, external: Bytes }),
    database: Type.Object({ engine: Type.Enum(['sqlite', 'postgres']), status: Type.Enum(['ok', 'down']) }),
    sessions: Type.Object({ active: Count, total: Count }),
    runs: Type.Object({ running: Count, queued: Count, awaitingApproval: Count }),
    users: Count,
    workspaces: Count,
    agents: Count,
  },
  { title: 'AdminHealth', description: 'Sums over all tenants; at most some seconds old.' },
);
export type AdminHealth = Type.Static<typeof AdminHealth>;

export const AdminAgent = Type.Object(
  {
    id: AgentId,
    workspaceId: WorkspaceId,
    name: Text('Support'),
    provider: Nullable(Text('openai')),
    model: Nullable(Text('gpt-6-luna')),
    version: Type.Integer({ minimum: 1 }),
    consecutiveFailures: Count,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'AdminAgent', description: 'Without its instructions, which are the tenant’s own.' },
);
export type AdminAgent = Type.Static<typeof AdminAgent>;
export const AdminAgentPage = PageOf(AdminAgent, 'AdminAgentPage');

const usage = {
  requests: Count,
  promptTokens: Count,
  cachedTokens: Count,
  completionTokens: Count,
  costUsd: Costs,
  priced: Type.Boolean(),
  estimatedRequests: Count,
};

export const AdminUsage = Type.Object(
  {
    userId: UserId,
    ...usage,
    byModel: Type.Array(Type.Object({ key: Text('openai/gpt-6-luna'), ...usage })),
  },
  { title: 'AdminUsage', description: 'All that a person ever used, in every workspace.' },
);
export type AdminUsage = Type.Static<typeof AdminUsage>;

export const AdminSession = Type.Object(
  {
    id: Text('ses_01jd3v9k4m8q2w5x7y0z1a2b3c'),
    workspaceId: WorkspaceId,
    userId: UserId,
    agentId: AgentId,
    surface: Text('web'),
    status: Type.Enum(['active']),
    messageCount: Count,
    usage: Type.Object({ promptTokens: Count, completionTokens: Count }),
    costUsd: Costs,
    createdAt: Time,
    updatedAt: Time,
    lastMessageAt: Nullable(Time),
  },
  { title: 'AdminSession', description: 'Without title and messages, which are the person’s own.' },
);
export type AdminSession = Type.Static<typeof AdminSession>;
export const AdminSessionPage = PageOf(AdminSession, 'AdminSessionPage');

export const AuditRecord = Type.Object(
  {
    id: Text('aud_01jd3v9k4m8q2w5x7y0z1a2b3c'),
    at: Time,
    actor: Nullable(UserId),
    action: Text('auth.login'),
    target: Nullable(Type.String()),
    outcome: Type.Enum(['success', 'failure']),
    ip: Nullable(Text('203.0.113.7')),
    requestId: Nullable(Type.String()),
    detail: Nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'Secrets are not in it.' })),
  },
  { title: 'AuditRecord' },
);
export type AuditRecord = Type.Static<typeof AuditRecord>;
export const AuditRecords = PageOf(AuditRecord, 'AuditRecords');
