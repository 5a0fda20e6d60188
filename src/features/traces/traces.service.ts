import { newest, type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { usd } from '../../kernel/money.ts';
import type { Person } from '../../kernel/person.ts';
import { ownError, type RunError, shownStatus, type TracedRun } from '../runs/index.ts';
import { spellOut } from './spell-out.ts';
import { otelTraceId, runIdOf, traceIdOf } from './trace-ids.ts';
import type { Trace, TraceQuery, TraceSummary } from './traces.schema.ts';
import type { TraceStore } from './traces.store.ts';

type Deps = { store: TraceStore; clock: Clock };

const hundredths = (ms: number) => Math.round(ms * 100) / 100;

const summaryOf = (run: Omit<TracedRun, 'trace' | 'error' | 'agent_name'>, durationMs: number): TraceSummary => ({
  id: traceIdOf(run.id),
  runId: run.id,
  sessionId: run.session_id,
  agentId: run.agent_id,
  kind: run.kind,
  status: shownStatus(run),
  parentRunId: run.parent_run_id,
  startedAt: iso(run.created_at),
  durationMs,
  activeMs: run.active_ms,
  usage: {
    promptTokens: run.prompt_tokens + run.cached_tokens,
    cachedTokens: run.cached_tokens,
    completionTokens: run.completion_tokens,
  },
  costUsd: usd(run.cost_nano),
});

/** The traces of a person's own runs. */
export function createTraceService({ store, clock }: Deps) {
  return {
    async list(person: Person, { limit, cursor, ...filters }: TraceQuery): Promise<Page<TraceSummary>> {
      const size = pageSize(limit);
      const rows = await store.list(person, filters, size + 1, readCursor(cursor) ?? newest);
      const now = clock.now();
      return pageOf(
        rows,
        size,
        ({ created_at, id }) => ({ at: created_at, id }),
        (run) => summaryOf(run, Math.max(0, (run.finished_at ?? now) - run.created_at)),
      );
    },

    async get(person: Person, id: string): Promise<Trace> {
      const runId = runIdOf(id);
      const run = runId && (await store.find(person, runId));
      if (!run) throw notFound(`Trace ${id}`);
      const [approvals, children] = await Promise.all([
        store.approvals(person, run.id),
        store.children(person, run.id),
      ]);
      const spans = spellOut(run, clock.now(), approvals);
      return {
        ...summaryOf(run, hundredths(spans[0]?.durationMs ?? 0)),
        otelTraceId: otelTraceId(run.id),
        parentTraceId: run.parent_run_id && traceIdOf(run.parent_run_id),
        childTraceIds: children.map(traceIdOf),
        error: run.error ? ownError(JSON.parse(run.error) as RunError) : null,
        spans: spans.map(({ startMs, durationMs, ...span }) => ({
          ...span,
          startedAt: iso(startMs),
          durationMs: hundredths(durationMs),
        })),
      };
    },
  };
}

export type TraceService = ReturnType<typeof createTraceService>;
