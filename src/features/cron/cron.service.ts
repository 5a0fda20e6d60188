import type { Caller } from '../../http/authentication.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import type { createSchedules, ScheduleHandler } from '../schedules/index.ts';
import {
  type CreateCronSchedule,
  type CronRun,
  type CronSchedule,
  shownCronRun,
  shownCronSchedule,
  type UpdateCronSchedule,
} from './cron.schema.ts';

/** A cron schedule fetches nothing: at its due time the agent receives the message. */
export const cronHandler: ScheduleHandler = {
  look: async ({ message }) => ({ message, itemCount: 0, httpStatus: null }),
  begun: 'running',
  // No backoff: the owner asked for these times.
  backsOff: false,
};

/** The cron schedules of the API. */
export function createCronService(serviceOf: ReturnType<typeof createSchedules>['serviceOf']) {
  const schedules = serviceOf('cron');
  return {
    create: async (caller: Caller, input: CreateCronSchedule): Promise<CronSchedule> =>
      shownCronSchedule(await schedules.create(caller, { ...input, name: input.name ?? input.cron })),
    async list(caller: Caller, query: PageRequest): Promise<Page<CronSchedule>> {
      const { data, nextCursor } = await schedules.list(caller, query);
      return { data: data.map(shownCronSchedule), nextCursor };
    },
    get: async (caller: Caller, id: string): Promise<CronSchedule> =>
      shownCronSchedule(await schedules.get(caller, id)),
    update: async (caller: Caller, id: string, input: UpdateCronSchedule): Promise<CronSchedule> =>
      shownCronSchedule(await schedules.update(caller, id, input)),
    accept: async (caller: Caller, id: string, version: number): Promise<CronSchedule> =>
      shownCronSchedule(await schedules.accept(caller, id, version)),
    delete: schedules.delete,
    async runs(caller: Caller, id: string, query: PageRequest): Promise<Page<CronRun>> {
      const { data, nextCursor } = await schedules.runs(caller, id, query);
      return { data: data.map(shownCronRun), nextCursor };
    },
    run: async (caller: Caller, id: string): Promise<CronRun> => shownCronRun(await schedules.run(caller, id)),
  };
}

export type CronService = ReturnType<typeof createCronService>;
