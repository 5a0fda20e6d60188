import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { problems } from '../../../http/errors/problem.ts';
import { PageOf } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { hasEnded } from '../run.ts';
import { EventStream } from './frames.schema.ts';
import type { JobService } from './jobs.service.ts';
import type { Viewer } from './jobs.store.ts';
import { Job, JobDetails, JobQuery } from './runs.schema.ts';
import type { StreamRun } from './stream-run.ts';

type Deps = { jobs: JobService; streamRun: StreamRun };

const tags = ['jobs'];
const params = Type.Object({ id: Type.String() });
const reading = { auth: 'memberOrAutonomous', permission: 'jobs.read' } as const;
/** An API key sees the runs it started, for any user. */
const viewerOf = ({ caller, apiKeyDigest, apiKeyActor }: FastifyRequest): Viewer =>
  apiKeyDigest === undefined ? caller : { apiKey: apiKeyActor };

/** `<runId>:<seq>` as we sent it, or just the number. */
function lastSeq(header: unknown, runId: string): number {
  if (typeof header !== 'string' || header === '') return 0;
  const match = /^(?:([\w-]+):)?(\d{1,15})$/.exec(header);
  if (!match || (match[1] !== undefined && match[1] !== runId))
    throw invalidField('Last-Event-ID', 'is not an event of this job');
  return Number(match[2]);
}

export const jobRoutes =
  ({ jobs, streamRun }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/jobs',
      {
        config: reading,
        schema: {
          operationId: 'listJobs',
          summary: 'List your runs, or with an API key those of a batch',
          tags,
          querystring: JobQuery,
          response: { 200: PageOf(Job, 'JobPage') },
        },
      },
      async (request) => jobs.list(viewerOf(request), request.query),
    );

    app.get(
      '/jobs/:id',
      {
        config: reading,
        schema: {
          operationId: 'getJob',
          summary: 'Get a run and its result',
          tags,
          params,
          response: { 200: JobDetails, ...problems(404) },
        },
      },
      async (request) => jobs.get(viewerOf(request), request.params.id),
    );

    app.get(
      '/jobs/:id/stream',
      {
        config: reading,
        schema: {
          operationId: 'streamJob',
          summary: 'Watch a run, from the beginning or from Last-Event-ID on',
          tags,
          params,
          headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 200 })) }),
          response: {
            200: EventStream,
            204: Type.Null({ description: 'The run has ended and nothing comes after Last-Event-ID.' }),
            ...problems(404),
          },
        },
      },
      async (request, reply) => {
        const run = await jobs.own(viewerOf(request), request.params.id);
        const after = lastSeq(request.headers['last-event-id'], run.id);
        // An EventSource reconnects after any other answer.
        if (hasEnded(run.status) && after >= run.last_seq && after > 0) return reply.code(204).send(null);
        return streamRun(request, reply, { runId: run.id, sessionId: run.session_id, agentId: run.agent_id }, after);
      },
    );

    app.post(
      '/jobs/:id/cancel',
      {
        config: { auth: 'memberOrAutonomous', permission: 'jobs.write' },
        schema: {
          operationId: 'cancelJob',
          summary: 'Cancel a run; its text so far is kept',
          tags,
          params,
          response: { 200: JobDetails, ...problems(404, 409) },
        },
      },
      async (request) => jobs.cancel(viewerOf(request), request.params.id),
    );
  };
