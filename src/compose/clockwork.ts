import type { Config } from '../config.ts';
import { createCronService, cronHandler } from '../features/cron/index.ts';
import { createHeartbeats } from '../features/heartbeats/index.ts';
import { createSchedules } from '../features/schedules/index.ts';
import type { Abilities } from './abilities.ts';
import type { Files } from './files.ts';
import type { Foundation } from './foundation.ts';
import type { Runs } from './runs.ts';
import type { Webhooks } from './webhooks.ts';

export type Clockwork = ReturnType<typeof composeClockwork>;

/** Heartbeats and cron schedules. */
export function composeClockwork(
  config: Config,
  foundation: Foundation,
  { publish }: Webhooks,
  { pages }: Abilities,
  { runs, admit, acceptance }: Runs,
  files: Files,
) {
  const heartbeats = createHeartbeats({ ...foundation, publish, pages, timeoutMs: config.heartbeatTimeoutMs });
  const schedules = createSchedules({
    ...foundation,
    admit,
    acceptance,
    defer: runs.background.defer,
    handlers: { heartbeat: heartbeats.handler, cron: cronHandler },
    files: files.service,
    fetchTimeoutMs: config.heartbeatTimeoutMs,
  });
  return {
    schedules,
    heartbeats: heartbeats.service(schedules.serviceOf),
    cron: createCronService(schedules.serviceOf, runs.readMessage),
    feedReader: heartbeats.background,
  };
}
