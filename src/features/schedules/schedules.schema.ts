import { PageQuery } from '../../http/pagination.ts';
import { Nullable, Type } from '../../http/validation/type.ts';
import { iso } from '../../kernel/clock.ts';
import { newerThan } from '../agents/index.ts';
import type { FiringRow, ScheduleRow } from './schedule.ts';
import { longestIntervalSeconds, shortestIntervalSeconds } from './timing.ts';

/** The parts that heartbeats and cron schedules share. */
const Time = Type.String({ format: 'date-time' });

export const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Release notes'] });
/** Characters of a schedule's message. */
export const longestMessage = 32_768;
export const Message = Type.String({
  minLength: 1,
  maxLength: longestMessage,
  examples: ['Sum up what is new for the team.'],
});
export const AgentId = Type.String({ minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
export const Interval = Type.Integer({
  minimum: shortestIntervalSeconds,
  maximum: longestIntervalSeconds,
  examples: [300],
});
export const CronExpression = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Five parts (minute, hour, day, month, weekday), or six with one second first.',
  examples: ['0 9 * * 1-5'],
});
export const Timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The time zone of `cron`. Default: UTC.',
  examples: ['Europe/Berlin'],
});

/** The fields of both kinds. */
export const scheduleState = {
  workspaceId: Type.String(),
  userId: Nullable(Type.String(), {
    description:
      'The person it acts as: its maker, or the last who changed what it does. Null when that account was erased; then every run fails.',
  }),
  acceptedVersion: Nullable(Type.Integer({ examples: [3] }), {
    description: 'The version of the agent it acts under: the one that the person it acts as has accepted.',
  }),
  newerVersion: Nullable(Type.Integer({ examples: [4] }), {
    description: 'The agent’s current version, if it is another one. It takes effect once it is accepted.',
  }),
  enabled: Type.Boolean(),
  disabledReason: Nullable(Type.String(), { description: 'Why the gateway disabled it; null when a person did.' }),
  lastRunAt: Nullable(Time),
  nextRunAt: Nullable(Time, { description: 'Null while it is disabled.' }),
  consecutiveFailures: Type.Integer({ minimum: 0, examples: [0] }),
  createdAt: Time,
  updatedAt: Time,
};

export const shownState = (row: ScheduleRow) => ({
  workspaceId: row.workspace_id,
  userId: row.user_id,
  acceptedVersion: row.accepted_version,
  newerVersion: newerThan(row.accepted_version, row.current_version),
  enabled: row.enabled === 1,
  disabledReason: row.disabled_reason,
  lastRunAt: row.last_run_at === null ? null : iso(row.last_run_at),
  nextRunAt: row.enabled === 1 ? iso(row.next_run_at) : null,
  consecutiveFailures: row.consecutive_failures,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

export const firingState = {
  id: Type.String({ examples: ['hbr_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
  scheduledFor: Nullable(Time, { description: 'The due time; null when it was fired by hand.' }),
  startedAt: Time,
  durationMs: Nullable(Type.Integer({ minimum: 0, examples: [120] })),
  runId: Nullable(Type.String({ examples: ['run_01jd3v9k4m8q2w5x7y0z1a2b3c'] }), {
    description: 'The run of the agent, if it was started: a job of the person it acts as.',
  }),
  error: Nullable(Type.String()),
};

export const shownFiring = (row: FiringRow) => ({
  id: row.id,
  scheduledFor: row.due_at === null ? null : iso(row.due_at),
  startedAt: iso(row.started_at),
  durationMs: row.duration_ms,
  runId: row.run_id,
  error: row.error,
});

export const SchedulePageQuery = Type.Object(PageQuery);
