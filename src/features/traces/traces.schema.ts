import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { shownStatuses } from '../runs/index.ts';

const Time = Type.String({ format: 'date-time' });
const Reference = Type.String({ minLength: 1, maxLength: 100 });
const TraceId = Type.String({ examples: ['trc_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const RunId = Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Status = Type.Enum([...shownStatuses]);

const fields = {
  id: TraceId,
  runId: RunId,
  sessionId: Type.String({ examples: ['ses_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
  agentId: Type.String({ examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
  kind: Type.String({ examples: ['chat'], description: 'What started the run.' }),
  status: Status,
  parentRunId: Nullable(RunId),
  startedAt: Time,
  durationMs: Type.Number({ description: 'From the request to the end, including waiting.', examples: [812] }),
  activeMs: Type.Integer({ description: 'Without waiting in the session queue and for approvals.', examples: [807] }),
  usage: Type.Object({
    promptTokens: Type.Integer({ description: 'Including cached tokens.' }),
    cachedTokens: Type.Integer(),
    completionTokens: Type.Integer(),
  }),
  costUsd: Type.Number(),
};

export const TraceSummary = Type.Object(fields, { title: 'TraceSummary' });
export type TraceSummary = Type.Static<typeof TraceSummary>;

const TraceSpan = Type.Object(
  {
    id: Type.String({ examples: ['4bf92f3577b34da6'], description: 'The span id in OpenTelemetry.' }),
    parentId: Nullable(Type.String()),
    name: Type.String({ examples: ['chat gpt-5.2-mini'] }),
    kind: Type.Enum(['internal', 'client']),
    startedAt: Time,
    durationMs: Type.Number({ examples: [640.25] }),
    attributes: Type.Record(Type.String(), Type.Unknown(), {
      description: 'OpenTelemetry’s attributes for generative AI; our own begin with `gateway.`.',
      examples: [{ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 312 }],
    }),
  },
  { title: 'TraceSpan' },
);

export const Trace = Type.Object(
  {
    ...fields,
    otelTraceId: Type.String({
      examples: ['0193a3b4c5d6e7f80123456789abcdef'],
      description: 'The trace id in OpenTelemetry.',
    }),
    parentTraceId: Nullable(TraceId),
    childTraceIds: Type.Array(TraceId, { description: 'The traces of spawned runs.' }),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    spans: Type.Array(TraceSpan),
  },
  { title: 'Trace' },
);
export type Trace = Type.Static<typeof Trace>;

export const TraceQuery = Type.Object({
  ...PageQuery,
  agentId: Type.Optional(Reference),
  sessionId: Type.Optional(Reference),
  runId: Type.Optional(Reference),
  status: Type.Optional(Status),
});
export type TraceQuery = Type.Static<typeof TraceQuery>;
