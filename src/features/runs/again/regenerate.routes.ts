import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Type } from '../../../http/validation/type.ts';
import { EventStream } from '../doors/frames.schema.ts';
import { AwaitingApproval, ChatAnswer } from '../doors/runs.schema.ts';
import type { StreamRun } from '../doors/stream-run.ts';
import { traceFrom } from '../turn/trace.ts';
import { RegenerateRequest } from './regenerate.schema.ts';
import type { Regenerate } from './regenerate.service.ts';

type Deps = { regenerate: Regenerate; streamRun: StreamRun };

export const regenerateRoutes =
  ({ regenerate, streamRun }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/sessions/:id/regenerate',
      {
        config: { auth: 'member', permission: 'chat', largeBody: true },
        schema: {
          operationId: 'regenerate',
          summary: 'Answer a question again, or another question in its place',
          description: 'The earlier answer stays as a sibling. With `stream` the answer is server-sent events.',
          tags: ['chat'],
          params: Type.Object({ id: Type.String() }),
          body: Type.Optional(RegenerateRequest),
          response: {
            200: {
              description: 'The answer',
              content: { 'application/json': { schema: ChatAnswer }, ...EventStream.content },
            },
            202: AwaitingApproval,
            ...problems(404, 409, 502, 504),
          },
        },
      },
      async (request, reply) => {
        const { caller, params, held, headers } = request;
        const { stream = false, ...asked } = request.body ?? {};
        const how = {
          kind: stream ? 'stream' : 'chat',
          streams: stream,
          trace: traceFrom(headers.traceparent),
        } as const;
        const started = await regenerate.start(caller, params.id, { ...asked, held }, how);
        if (stream) return streamRun(request, reply, started, 0);
        const answer = await regenerate.answer(started);
        if (answer.status === 202) return reply.code(202).send(answer.body);
        if (answer.model) reply.header('x-model', answer.model);
        return reply.code(200).send(answer.body);
      },
    );
  };
