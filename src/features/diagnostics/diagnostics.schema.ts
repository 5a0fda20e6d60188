import { Type } from '../../http/validation/type.ts';

const Status = Type.Enum(['pass', 'warn', 'fail']);

const DiagnosticCheck = Type.Object(
  {
    id: Type.String({ examples: ['database'] }),
    category: Type.Enum(['storage', 'search', 'models', 'delivery', 'realtime', 'security']),
    status: Status,
    latencyMs: Type.Number({ examples: [3.42] }),
    message: Type.String({ examples: ['A row was written and read back.'] }),
    hint: Type.Optional(Type.String({ description: 'What an operator can do about it.' })),
    skippedBecause: Type.Optional(
      Type.String({
        description: 'The check whose failure made this one impossible.',
        examples: ['database'],
      }),
    ),
  },
  { title: 'DiagnosticCheck' },
);
export type DiagnosticCheck = Type.Static<typeof DiagnosticCheck>;

const ByReason = Type.Record(Type.String(), Type.Integer(), { examples: [{ rate_limited: 2 }] });
const SeenConnection = Type.Object(
  {
    connection: Type.String({ examples: ['openai'], description: 'Those of workspaces are `own`.' }),
    attempts: Type.Integer(),
    failures: ByReason,
    fallbacks: ByReason,
    cooldowns: ByReason,
  },
  { title: 'SeenConnection' },
);
export type SeenConnection = Type.Static<typeof SeenConnection>;

export const DiagnosticReport = Type.Object(
  {
    id: Type.String({ examples: ['dgn_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    status: Status,
    startedAt: Type.String({ format: 'date-time' }),
    durationMs: Type.Number({ examples: [412.5] }),
    checks: Type.Array(DiagnosticCheck),
    connections: Type.Optional(
      Type.Array(SeenConnection, {
        description: 'The model calls of this node since it started, by connection; failures by reason.',
      }),
    ),
  },
  { title: 'DiagnosticReport' },
);
export type DiagnosticReport = Type.Static<typeof DiagnosticReport>;
