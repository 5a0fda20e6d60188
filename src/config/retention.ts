import { dayMs } from '../kernel/clock.ts';
import type { Readers } from './readers.ts';

const hourMs = dayMs / 24;
const longestMs = 36_500 * dayMs;

/** How long things are kept; null keeps them until somebody deletes them. */
export function readRetention(read: Readers) {
  const period = (name: string, { minimumMs = dayMs, maximumMs = longestMs } = {}): number | null => {
    const value = read.text(name);
    return value === undefined || value === 'off' ? null : read.duration(name, '', { minimumMs, maximumMs });
  };
  return {
    sessionsMs: period('RETENTION_SESSIONS'),
    filesMs: period('RETENTION_FILES'),
    runsMs: period('RETENTION_RUNS'),
    toolCallsMs: period('RETENTION_TOOL_CALLS'),
    usageMs: period('RETENTION_USAGE'),
    auditMs: period('RETENTION_AUDIT'),
    /** A legal hold: `RETENTION_AUDIT` deletes nothing while it is on. */
    auditHold: read.flag('AUDIT_HOLD'),
    approvalsMs: period('RETENTION_APPROVALS'),
    batchesMs: period('RETENTION_BATCHES'),
    swarmsMs: period('RETENTION_SWARMS'),
    recallsMs: period('RETENTION_RECALLS'),
    /** As long as others that offer this protocol keep them. */
    responsesMs: read.text('RETENTION_RESPONSES') === undefined ? 30 * dayMs : period('RETENTION_RESPONSES'),
    deadJobsMs: period('RETENTION_DEAD_JOBS', { minimumMs: hourMs }),
    /** Deliveries of any kind are deleted after 30 days. */
    deadLettersMs: period('RETENTION_DEAD_LETTERS', { minimumMs: hourMs, maximumMs: 30 * dayMs }),
  };
}
export type Retention = ReturnType<typeof readRetention>;
