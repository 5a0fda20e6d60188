import type { Transaction } from '../../platform/db/database.ts';

export type ScheduleKind = 'heartbeat' | 'cron';

export type ScheduleRow = {
  id: string;
  kind: ScheduleKind;
  workspace_id: string;
  user_id: string | null;
  agent_id: string;
  name: string;
  message: string;
  type: 'rss' | 'http' | null;
  url: string | null;
  interval_seconds: number | null;
  cron: string | null;
  timezone: string | null;
  enabled: number;
  disabled_reason: string | null;
  next_run_at: number;
  last_due_at: number | null;
  last_run_at: number | null;
  consecutive_failures: number;
  active_run_id: string | null;
  claim: string | null;
  claimed_until: number | null;
  created_at: number;
  updated_at: number;
  /** The version of the agent that its owner accepted; null where there is none. */
  accepted_version: number | null;
  /** The newest there is, where it was looked up; null when the agent is gone. */
  current_version?: number | null;
};

export type FiringRow = {
  id: string;
  schedule_id: string;
  status: 'running' | 'ok' | 'no_change' | 'failed';
  /** The due time it was for; null when it was fired by hand. */
  due_at: number | null;
  started_at: number;
  duration_ms: number | null;
  item_count: number;
  http_status: number | null;
  run_id: string | null;
  error: string | null;
};

/** A schedule that this node has claimed for one firing. */
export type ClaimedSchedule = { schedule: ScheduleRow; claim: string; dueAt: number | null };

/** What a look found. Without a message the agent is not started. */
export type Finding = {
  message: string | undefined;
  itemCount: number;
  httpStatus: number | null;
  /** In the transaction that records the firing, and starts the agent's turn where there is one. */
  remember?(tx: Transaction): Promise<void>;
};

/** How the two kinds differ when their time has come. */
export type Trade = {
  look(schedule: ScheduleRow, firingId: string, signal: AbortSignal): Promise<Finding>;
  /** What a firing is called while the agent works. */
  begun: 'running' | 'ok';
  /** Whether a failing schedule is tried less and less often, instead of at all its times. */
  backsOff: boolean;
  /** Called in the transaction that records a firing that did not fail. */
  recorded?(tx: Transaction, schedule: ScheduleRow, firing: FiringRow, now: number): Promise<void>;
};

/** A firing that failed for a reason its owner may read. */
export class FiringFailed extends Error {
  readonly httpStatus: number | null;

  constructor(message: string, httpStatus: number | null = null) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** After this many failures in a row a schedule is switched off. */
export const mostFailures = 20;
