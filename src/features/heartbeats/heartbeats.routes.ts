import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import { AcceptVersion } from '../agents/index.ts';
import { SchedulePageQuery } from '../schedules/index.ts';
import { CreateHeartbeat, Heartbeat, HeartbeatRun, UpdateHeartbeat } from './heartbeats.schema.ts';
import type { HeartbeatService } from './heartbeats.service.ts';

const reading = { auth: 'member', permission: 'schedules.read' } as const;
const writing = { auth: 'member', permission: 'schedules.write' } as const;
const tags = ['cron'];
const params = Type.Object({ id: Type.String({ examples: ['hb_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });

export const heartbeatRoutes =
  (heartbeats: HeartbeatService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/heartbeat',
      {
        config: reading,
        schema: {
          operationId: 'listHeartbeats',
          summary: 'List the heartbeats of the workspace',
          tags,
          querystring: SchedulePageQuery,
          response: { 200: PageOf(Heartbeat, 'HeartbeatPage') },
        },
      },
      async ({ caller, query }) => heartbeats.list(caller, query),
    );

    app.post(
      '/heartbeat',
      {
        config: writing,
        schema: {
          operationId: 'createHeartbeat',
          summary: 'Create a heartbeat that watches a URL and starts an agent when it changes',
          description: 'It looks for the first time after its first interval, or at its first cron time.',
          tags,
          body: CreateHeartbeat,
          response: { 201: Heartbeat, ...problems(404, 409, 502) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await heartbeats.create(caller, body)),
    );

    app.get(
      '/heartbeat/:id',
      {
        config: reading,
        schema: {
          operationId: 'getHeartbeat',
          summary: 'Get a heartbeat',
          tags,
          params,
          response: { 200: Heartbeat, ...problems(404) },
        },
      },
      async ({ caller, params }) => heartbeats.get(caller, params.id),
    );

    app.patch(
      '/heartbeat/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateHeartbeat',
          summary: 'Change a heartbeat, or switch it on or off',
          tags,
          params,
          body: UpdateHeartbeat,
          response: { 200: Heartbeat, ...problems(404) },
        },
      },
      async ({ caller, params, body }) => heartbeats.update(caller, params.id, body),
    );

    app.delete(
      '/heartbeat/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteHeartbeat',
          summary: 'Delete a heartbeat and its history; a run under way continues',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await heartbeats.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/heartbeat/:id/runs',
      {
        config: reading,
        schema: {
          operationId: 'listHeartbeatRuns',
          summary: 'List the firings of a heartbeat and their results',
          description: 'Kept for 30 days; firings that found nothing for 7.',
          tags,
          params,
          querystring: SchedulePageQuery,
          response: { 200: PageOf(HeartbeatRun, 'HeartbeatRunPage'), ...problems(404) },
        },
      },
      async ({ caller, params, query }) => heartbeats.runs(caller, params.id, query),
    );

    app.post(
      '/heartbeat/:id/run',
      {
        config: writing,
        schema: {
          operationId: 'runHeartbeat',
          summary: 'Run a heartbeat now, even if it is disabled',
          description:
            'Answers when the URL has been fetched; a run of the agent is then under way, if there was news.',
          tags,
          params,
          response: { 200: HeartbeatRun, ...problems(404, 409) },
        },
      },
      async ({ caller, params }) => heartbeats.run(caller, params.id),
    );

    app.post(
      '/heartbeat/:id/accept',
      {
        config: writing,
        schema: {
          operationId: 'acceptHeartbeatVersion',
          summary: 'Accept a version of its agent',
          description:
            'Only the person it acts as may do this. From then on it acts under that version; the newest is `newerVersion`.',
          tags,
          params,
          body: AcceptVersion,
          response: { 200: Heartbeat, ...problems(404, 409) },
        },
      },
      async ({ caller, params, body }) => heartbeats.accept(caller, params.id, body.version),
    );
  };
