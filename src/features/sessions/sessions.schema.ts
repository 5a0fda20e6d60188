import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { Citations } from './citation.schema.ts';
import { MessageParts } from './parts.schema.ts';

const Time = Type.String({ format: 'date-time' });
const Usage = Type.Object({ promptTokens: Type.Integer(), completionTokens: Type.Integer() });
const Status = Type.Enum(['active', 'closed']);
const AgentId = Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });

// Not Type.Record: its pattern drops every name with a line break in it.
const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Anything of yours, up to 16 KiB.',
});
const sessionFields = {
  id: Type.String({ examples: ['ses_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
  workspaceId: Type.String(),
  userId: Type.String(),
  agentId: AgentId,
  surface: Type.String({ examples: ['api'] }),
  title: Nullable(Type.String({ examples: ['What is 17 * 23?'] })),
  status: Status,
  pinned: Type.Boolean(),
  metadata: Metadata,
  messageCount: Type.Integer(),
  usage: Usage,
  costUsd: Type.Number(),
  createdAt: Time,
  updatedAt: Time,
  lastMessageAt: Nullable(Time),
};

export const Session = Type.Object(sessionFields, { title: 'Session' });
export type Session = Type.Static<typeof Session>;

export const Message = Type.Object(
  {
    id: Type.String({ examples: ['msg_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    runId: Nullable(Type.String()),
    seq: Type.Integer(),
    role: Type.Enum(['user', 'assistant', 'tool', 'system']),
    agentId: AgentId,
    content: Type.String({ description: 'Its text.' }),
    parts: Type.Optional(MessageParts),
    toolCalls: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), tool: Type.String(), params: Type.Unknown() })),
    ),
    status: Type.Enum(['complete', 'partial']),
    usage: Type.Optional(Usage),
    citations: Type.Optional(Citations),
    meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    siblings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'All answers to the question, or all questions in its place, oldest first, with this one.',
      }),
    ),
    siblingIndex: Type.Optional(Type.Integer({ description: 'Which of the siblings this is, from 0.' })),
    createdAt: Time,
  },
  { title: 'Message' },
);
export type Message = Type.Static<typeof Message>;

export const SessionDetails = Type.Object(
  {
    ...sessionFields,
    messages: Type.Array(Message, { description: 'Oldest first.' }),
    hasMore: Type.Boolean({ description: 'There are older messages; get them with `before`.' }),
  },
  { title: 'SessionDetails' },
);
export type SessionDetails = Type.Static<typeof SessionDetails>;

export const SessionQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Status),
  agentId: Type.Optional(Type.String({ maxLength: 100 })),
  pinned: Type.Optional(Type.Boolean({ description: 'Only those that are pinned, or only those that are not.' })),
});
export type SessionQuery = Type.Static<typeof SessionQuery>;

export const MessageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, default: 200, description: 'The newest messages; at most 200.' })),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only messages with a smaller `seq`.',
    }),
  ),
});

export const SearchQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1_000, description: 'Words, "phrases", -not.' })),
  query: Type.Optional(Type.String({ maxLength: 1_000, description: 'The same as `q`.' })),
  ...PageQuery,
});

export const SearchHit = Type.Object(
  {
    sessionId: Type.String(),
    messageId: Type.String(),
    agentId: AgentId,
    role: Type.String(),
    snippet: Type.String(),
    score: Type.Number({ description: 'From 0 to 1, by how often the words occur. The order is newest first.' }),
    createdAt: Time,
  },
  { title: 'SearchHit' },
);
export type SearchHit = Type.Static<typeof SearchHit>;

export const SessionChange = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    pinned: Type.Optional(Type.Boolean()),
    metadata: Type.Optional(Metadata),
  },
  { title: 'SessionChange', additionalProperties: false },
);
export type SessionChange = Type.Static<typeof SessionChange>;

export const Fork = Type.Object(
  { messageId: Type.String({ minLength: 1, maxLength: 100, description: 'The last message of the copy.' }) },
  { title: 'Fork', additionalProperties: false },
);

export const ExportQuery = Type.Object({
  format: Type.Optional(Type.Enum(['markdown', 'json'], { default: 'markdown' })),
});

export const SessionExport = Type.Object(
  {
    session: Type.Object(sessionFields),
    exportedAt: Time,
    messages: Type.Array(Message, { description: 'Oldest first.' }),
  },
  { title: 'SessionExport' },
);

export const Handoff = Type.Object(
  { agentId: Type.String({ minLength: 1, maxLength: 100 }), reason: Type.Optional(Type.String({ maxLength: 1_000 })) },
  { title: 'Handoff', additionalProperties: false },
);
export type Handoff = Type.Static<typeof Handoff>;
