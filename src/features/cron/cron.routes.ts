import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { AcceptVersion } from '../agents/index.ts';
import { SchedulePageQuery } from '../schedules/index.ts';
import { CreateCronSchedule, CronRun, CronSchedule, UpdateCronSchedule } from './cron.schema.ts';
import type { CronService } from './cron.service.ts';

const reading = { auth: 'member', permission: 'schedules.read' } as const;
const writing = { auth: 'member', permission: 'schedules.write' } as const;
const speaking = { ...writing, largeBody: true } as const;
const tags = ['cron'];
const params = Type.Object({ id: Type.String({ examples: ['cron_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });

export const cronRoutes =
  (cron: CronService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/cron',
      {
        config: reading,
        schema: {
          operationId: 'listCronSchedules',
          summary: 'List the cron schedules of the workspace',
          tags,
          querystring: SchedulePageQuery,
          response: { 200: PageOf(CronSchedule, 'CronSchedulePage') },
        },
      },
      async ({ caller, query }) => cron.list(caller, query),
    );

    app.post(
      '/cron',
      {
        config: speaking,
        schema: {
          operationId: 'createCronSchedule',
          summary: 'Create a cron schedule that sends a message to an agent',
          tags,
          body: CreateCronSchedule,
          response: { 201: CronSchedule, ...problems(404, 409, 502) },
        },
      },
      async ({ caller, body, held }, reply) => reply.code(201).send(await cron.create(caller, body, held)),
    );

    app.get(
      '/cron/:id',
      {
        config: reading,
        schema: {
          operationId: 'getCronSchedule',
          summary: 'Get a cron schedule',
          tags,
          params,
          response: { 200: CronSchedule, ...problems(404) },
        },
      },
      async ({ caller, params }) => cron.get(caller, params.id),
    );

    const change = {
      config: speaking,
      schema: { tags, params, body: UpdateCronSchedule, response: { 200: CronSchedule, ...problems(404) } },
    };
    app.patch(
      '/cron/:id',
      {
        ...change,
        schema: {
          ...change.schema,
          operationId: 'updateCronSchedule',
          summary: 'Change a cron schedule, or switch it on or off',
        },
      },
      async ({ caller, params, body, held }) => cron.update(caller, params.id, body, held),
    );
    app.put(
      '/cron/:id',
      {
        ...change,
        schema: { ...change.schema, operationId: 'putCronSchedule', summary: 'The same as PATCH' },
      },
      async ({ caller, params, body, held }) => cron.update(caller, params.id, body, held),
    );

    app.delete(
      '/cron/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteCronSchedule',
          summary: 'Delete a cron schedule and its history; a run under way continues',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await cron.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/cron/:id/runs',
      {
        config: reading,
        schema: {
          operationId: 'listCronRuns',
          summary: 'List the firings of a cron schedule and their results',
          description: 'Kept for 30 days.',
          tags,
          params,
          querystring: SchedulePageQuery,
          response: { 200: PageOf(CronRun, 'CronRunPage'), ...problems(404) },
        },
      },
      async ({ caller, params, query }) => cron.runs(caller, params.id, query),
    );

    app.post(
      '/cron/:id/run',
      {
        config: writing,
        schema: {
          operationId: 'runCronSchedule',
          summary: 'Fire a cron schedule now, even if it is disabled',
          description: 'Does not wait for the agent: `runId` is the job to watch.',
          tags,
          params,
          response: { 202: CronRun, ...problems(404, 409) },
        },
      },
      async ({ caller, params }, reply) => reply.code(202).send(await cron.run(caller, params.id)),
    );

    app.post(
      '/cron/:id/accept',
      {
        config: writing,
        schema: {
          operationId: 'acceptCronVersion',
          summary: 'Accept a version of its agent',
          description:
            'Only the person it acts as may do this. From then on it acts under that version; the newest is `newerVersion`.',
          tags,
          params,
          body: AcceptVersion,
          response: { 200: CronSchedule, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => cron.accept(caller, params.id, body.version),
    );
  };
