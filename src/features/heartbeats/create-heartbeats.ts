import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { createSchedules, ScheduleHandler } from '../schedules/index.ts';
import type { PageReader } from '../tools/index.ts';
import { createFeedReader } from './feed-reader.ts';
import { createHeartbeatStateStore } from './heartbeat-states.store.ts';
import { createHeartbeatService } from './heartbeats.service.ts';
import { createLook } from './look.ts';

type Deps = {
  database: Database;
  egress: Egress;
  publish: PublishEvent;
  pages: PageReader;
  log: Log;
  timeoutMs: number;
};

/** The handler that the scheduler calls for heartbeats, and their service, which needs the schedules made from it. */
export function createHeartbeats({ database, egress, publish, pages, log, timeoutMs }: Deps) {
  const states = createHeartbeatStateStore(database);
  const feeds = createFeedReader({ log });
  const handler: ScheduleHandler = {
    look: createLook({ egress, states, feeds, pages, timeoutMs }),
    begun: 'ok',
    backsOff: true,
    recorded: (tx, { id, workspace_id, user_id, url, agent_id }, { duration_ms, item_count }, now) => {
      const data = { heartbeatId: id, source: url, agentId: agent_id, durationMs: duration_ms, itemCount: item_count };
      return publish(tx, { workspaceId: workspace_id, userId: user_id }, 'heartbeat.fired', data, now);
    },
  };
  return {
    handler,
    background: { start: () => undefined, stop: feeds.stop },
    service: (serviceOf: ReturnType<typeof createSchedules>['serviceOf']) =>
      createHeartbeatService({
        egress,
        schedules: serviceOf('heartbeat', async (tx, before, after) => {
          if (before.url !== after.url || before.type !== after.type) await states.forget(tx, after.id);
        }),
      }),
  };
}
