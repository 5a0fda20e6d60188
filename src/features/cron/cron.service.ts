import type { Caller } from '../../http/authentication.ts';
import type { Page, PageRequest } from '../../http/pagination.ts';
import { readParts } from '../../kernel/parts.ts';
import type { MessageReader, Said } from '../runs/index.ts';
import { type createSchedules, longestMessage, type ScheduleHandler } from '../schedules/index.ts';
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
  look: async ({ message, parts }) => ({ message, parts: readParts(parts), itemCount: 0, httpStatus: null }),
  begun: 'running',
  // No backoff: the owner asked for these times.
  backsOff: false,
};

/** The cron schedules of the API. */
export function createCronService(
  serviceOf: ReturnType<typeof createSchedules>['serviceOf'],
  readMessage: MessageReader,
) {
  const schedules = serviceOf('cron');
  const read = (caller: Caller, message: Said['message'], held: Said['held']) =>
    readMessage(caller, { message, held }, { longest: longestMessage });
  return {
    async create(caller: Caller, { message, ...input }: CreateCronSchedule, held: Said['held']): Promise<CronSchedule> {
      const said = await read(caller, message, held);
      return shownCronSchedule(await schedules.create(caller, { ...input, ...said, name: input.name ?? input.cron }));
    },
    async list(caller: Caller, query: PageRequest): Promise<Page<CronSchedule>> {
      const { data, nextCursor } = await schedules.list(caller, query);
      return { data: data.map(shownCronSchedule), nextCursor };
    },
    get: async (caller: Caller, id: string): Promise<CronSchedule> =>
      shownCronSchedule(await schedules.get(caller, id)),
    async update(
      caller: Caller,
      id: string,
      { message, ...input }: UpdateCronSchedule,
      held: Said['held'],
    ): Promise<CronSchedule> {
      const said = message === undefined ? {} : await read(caller, message, held);
      return shownCronSchedule(await schedules.update(caller, id, { ...input, ...said }));
    },
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
