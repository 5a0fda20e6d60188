import { type OtlpSpan, otlpAttributes, unixNano } from '../../platform/telemetry/otlp.ts';
import type { SpanExporter } from '../../platform/telemetry/span-exporter.ts';
import type { ExportTrace, TracedRun } from '../runs/index.ts';
import { readEntries, spellOut } from './spell-out.ts';
import { otelTraceId, spanId } from './trace-ids.ts';

const kinds = { internal: 1, client: 3 };
const failed = 2;

type Caller = { traceId: string; spanId: string; sampled: boolean };

/** The client's span from the traceparent header: `00-<trace>-<span>-<flags>`. */
function callerOf({ trace }: TracedRun): Caller | undefined {
  const header = readEntries(trace).find(([kind]) => kind === 'parent')?.[3];
  if (typeof header !== 'string') return undefined;
  const [, traceId = '', id = '', flags = ''] = header.split('-');
  return { traceId, spanId: id, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function otlpSpans(run: TracedRun): OtlpSpan[] {
  const caller = callerOf(run);
  // The client's sampling decision is kept.
  if (caller && !caller.sampled) return [];
  const traceId = caller?.traceId ?? otelTraceId(run.id);
  const { parent_run_id: parent } = run;
  const link = parent && {
    traceId: otelTraceId(parent),
    spanId: spanId(parent, 0),
    attributes: otlpAttributes({ 'gateway.link': 'spawned_by' }),
  };
  return spellOut(run, run.finished_at ?? run.created_at).map((span) => {
    const parentSpanId = span.parentId ?? caller?.spanId;
    return {
      traceId,
      spanId: span.id,
      ...(parentSpanId ? { parentSpanId } : {}),
      name: span.name,
      kind: kinds[span.kind],
      startTimeUnixNano: unixNano(span.startMs),
      endTimeUnixNano: unixNano(span.startMs + span.durationMs),
      attributes: otlpAttributes(span.attributes),
      ...(link && span.parentId === null ? { links: [link] } : {}),
      status: { code: 'error.type' in span.attributes ? failed : 0 },
    };
  });
}

/** An estimate from the number of entries: parsing the trace would delay the run. */
const sizeOf = ({ trace }: TracedRun) => 2 + (trace?.split('],[').length ?? 0);

export const createTraceExport =
  (exporter: SpanExporter): ExportTrace =>
  (run) =>
    exporter.offer(sizeOf(run), () => otlpSpans(run));
