import type { Part } from '../../kernel/parts.ts';
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
  /** What the message holds besides text (kernel/parts.ts), as JSON: files of the person it acts as. */
  parts: string | null;
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
  /** The version of the agent that the owner accepted; null where there is none. */
  accepted_version: number | null;
  /** The agent's newest version, if the query read it; null when the agent was deleted. */
  current_version?: number | null;
};

export type FiringRow = {
  id: string;
  schedule_id: string;
  status: 'running' | 'ok' | 'no_change' | 'failed';
  /** The due time of the firing; null when it was fired by hand. */
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
  parts?: readonly Part[] | undefined;
  itemCount: number;
  httpStatus: number | null;
  /** Runs in the transaction that records the firing and enqueues the run, if there is one. */
  remember?(tx: Transaction): Promise<void>;
};

/** The part of a firing that differs between heartbeats and cron schedules. */
export type ScheduleHandler = {
  look(schedule: ScheduleRow, firingId: string, signal: AbortSignal): Promise<Finding>;
  /** The status of a firing while its run is under way. */
  begun: 'running' | 'ok';
  /** Whether a failing schedule backs off instead of firing at all its due times. */
  backsOff: boolean;
  /** Called in the transaction that records a firing that did not fail. */
  recorded?(tx: Transaction, schedule: ScheduleRow, firing: FiringRow, now: number): Promise<void>;
};

/** A firing that failed for a reason that the history shows. */
export class FiringFailed extends Error {
  readonly httpStatus: number | null;

  constructor(message: string, httpStatus: number | null = null) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** After this many failures in a row a schedule is switched off. */
export const mostFailures = 20;
