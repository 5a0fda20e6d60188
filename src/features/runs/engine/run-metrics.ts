import type { Metrics } from '../../../platform/metrics.ts';
import type { RunError, RunKind, RunStatus } from '../run.ts';

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Called for every ended run after the commit. */
export type CountRunEnd = (kind: RunKind, how: { status: RunStatus; error: RunError | null }, activeMs: number) => void;

export function createRunCounts(metrics: Metrics): CountRunEnd {
  const finished = metrics.counter('gateway_runs_finished_total', 'Agent turns that ended on this node.', [
    'kind',
    'outcome',
  ]);
  const failures = metrics.counter('gateway_run_failures_total', 'Agent turns that failed on this node, by reason.', [
    'code',
  ]);
  const duration = metrics.histogram(
    'gateway_run_duration_seconds',
    'Duration of the agent turns that ended on this node, without waiting for approvals.',
    ['kind'],
    buckets,
  );
  return (kind, { status, error }, activeMs) => {
    finished.inc({ kind, outcome: status });
    duration.observe({ kind }, activeMs / 1_000);
    if (error) failures.inc({ code: error.code });
  };
}
