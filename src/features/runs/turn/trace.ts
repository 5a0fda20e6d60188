import { AppError } from '../../../kernel/errors.ts';
import type { TokenUsage } from '../../../platform/models/model.ts';
import type { RunRow } from '../run.ts';
import { Stopped } from './stopped.ts';
import type { TraceDetail, TraceEntry } from './trace-entry.ts';
import type { Turn } from './turn.ts';

/** The columns that a trace is spelled out from. */
export type TracedRun = Pick<
  RunRow,
  | 'id'
  | 'workspace_id'
  | 'session_id'
  | 'agent_id'
  | 'kind'
  | 'status'
  | 'stop_reason'
  | 'error'
  | 'parent_run_id'
  | 'prompt_tokens'
  | 'cached_tokens'
  | 'completion_tokens'
  | 'cost_nano'
  | 'active_ms'
  | 'trace'
  | 'created_at'
  | 'started_at'
  | 'finished_at'
> & { agent_name: string | null; awaits_client?: number };

/** Called for every ended run if traces are exported. It must neither wait nor throw. */
export type ExportTrace = (run: TracedRun) => void;

const round = (ms: number) => Math.round(ms * 100) / 100;

function errorType(error: unknown, { abort }: Pick<Turn, 'abort'>): string {
  const cause: unknown = abort.signal.aborted ? abort.signal.reason : error;
  if (cause instanceof Stopped) return cause.reason;
  return cause instanceof AppError ? cause.code : 'internal';
}

export const spanOf = (
  { startedAt }: Pick<Turn, 'startedAt'>,
  kind: string,
  began: number,
  durationMs: number,
  details: TraceDetail[],
): TraceEntry => [kind, round(began - startedAt), round(durationMs), ...details];

export const spanSince = (
  turn: Pick<Turn, 'startedAt'>,
  kind: string,
  began: number,
  details: TraceDetail[] = [],
): TraceEntry => spanOf(turn, kind, began, performance.now() - began, details);

/** Runs `work` in a span. `work` adds the details of its kind. */
export async function traced<Result>(
  turn: Turn,
  kind: string,
  work: (details: TraceDetail[]) => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const details: TraceDetail[] = [];
  try {
    return await work(details);
  } catch (error) {
    details.push({ error: errorType(error, turn) });
    throw error;
  } finally {
    turn.progress.addSpan(spanSince(turn, kind, began, details));
  }
}

export const tokensOf = ({ promptTokens, cachedTokens, completionTokens }: TokenUsage): number[] => [
  promptTokens,
  cachedTokens,
  completionTokens,
];

const traceParent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace of a new run whose request has a traceparent header. */
export const traceFrom = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && traceParent.test(header) ? JSON.stringify([['parent', 0, 0, header]]) : undefined;
