import type { Caller } from '../../http/authentication.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { ScheduleService } from '../schedules/index.ts';
import {
  type CreateHeartbeat,
  type Heartbeat,
  type HeartbeatRun,
  shownHeartbeat,
  shownHeartbeatRun,
  type UpdateHeartbeat,
} from './heartbeats.schema.ts';

const standardPrompt = 'Read what is new and say what matters in it.';

/** The heartbeats of the API. */
export function createHeartbeatService({ schedules, egress }: { schedules: ScheduleService; egress: Egress }) {
  return {
    async create(caller: Caller, { prompt = standardPrompt, ...input }: CreateHeartbeat): Promise<Heartbeat> {
      egress.assertAllowed(input.url);
      const name = input.name ?? new URL(input.url).hostname;
      return shownHeartbeat(await schedules.create(caller, { ...input, name, message: prompt }));
    },
    async list(caller: Caller, query: PageRequest): Promise<Page<Heartbeat>> {
      const { data, nextCursor } = await schedules.list(caller, query);
      return { data: data.map(shownHeartbeat), nextCursor };
    },
    get: async (caller: Caller, id: string): Promise<Heartbeat> => shownHeartbeat(await schedules.get(caller, id)),
    async update(caller: Caller, id: string, { prompt, ...input }: UpdateHeartbeat): Promise<Heartbeat> {
      if (input.url !== undefined) egress.assertAllowed(input.url);
      return shownHeartbeat(await schedules.update(caller, id, { ...input, message: prompt }));
    },
    accept: async (caller: Caller, id: string, version: number): Promise<Heartbeat> =>
      shownHeartbeat(await schedules.accept(caller, id, version)),
    delete: schedules.delete,
    async runs(caller: Caller, id: string, query: PageRequest): Promise<Page<HeartbeatRun>> {
      const { data, nextCursor } = await schedules.runs(caller, id, query);
      return { data: data.map(shownHeartbeatRun), nextCursor };
    },
    run: async (caller: Caller, id: string): Promise<HeartbeatRun> =>
      shownHeartbeatRun(await schedules.run(caller, id)),
  };
}

export type HeartbeatService = ReturnType<typeof createHeartbeatService>;
