import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Caller } from '../../../http/authentication.ts';
import { problems } from '../../../http/errors/problem.ts';
import { IdempotencyHeaders, idempotentRequest } from '../../../http/idempotency/idempotency.ts';
import { Type } from '../../../http/validation/type.ts';
import { regenerateRoutes } from '../again/regenerate.routes.ts';
import type { Regenerate } from '../again/regenerate.service.ts';
import { traceFrom } from '../turn/trace.ts';
import type { ChatService } from './chat.service.ts';
import { EventStream } from './frames.schema.ts';
import { AgentHealth, AwaitingApproval, ChatAnswer, ChatRequest, Presence, ResetRequest } from './runs.schema.ts';
import type { StreamRun } from './stream-run.ts';

type Deps = {
  chat: ChatService;
  regenerate: Regenerate;
  streamRun: StreamRun;
  presence(caller: Caller): Promise<Presence>;
  reset(caller: Caller, filter: { agentId?: string; surface?: string }): Promise<string[]>;
  probeModel(): Promise<{ status: 'ok' | 'down'; provider: string; model: string; latencyMs: number }>;
};

const tags = ['chat'];
const config = { auth: 'member', permission: 'chat' } as const;
const speaking = { ...config, largeBody: true } as const;

export const chatRoutes =
  ({ chat, regenerate, streamRun, presence, reset, probeModel }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await regenerateRoutes({ regenerate, streamRun })(app, {});

    app.post(
      '/agent/chat',
      {
        config: speaking,
        schema: {
          operationId: 'chat',
          summary: 'Send a message and wait for the whole answer',
          tags,
          headers: IdempotencyHeaders,
          body: ChatRequest,
          response: { 200: ChatAnswer, 202: AwaitingApproval, ...problems(404, 409, 422, 502, 504) },
        },
      },
      async (request, reply) => {
        const trace = traceFrom(request.headers.traceparent);
        const answer = await chat.chat(
          request.caller,
          { ...request.body, held: request.held },
          idempotentRequest(request),
          trace,
        );
        if (answer.replayed) reply.header('idempotent-replayed', 'true');
        if (answer.status === 202) return reply.code(202).send(answer.body);
        // The fields of the answer are fixed.
        if (answer.model) reply.header('x-model', answer.model);
        return reply.code(200).send(answer.body);
      },
    );

    app.post(
      '/agent/chat/stream',
      {
        config: speaking,
        schema: {
          operationId: 'streamChat',
          summary: 'Send a message and stream the answer',
          tags,
          body: ChatRequest,
          response: { 200: EventStream, ...problems(404, 409) },
        },
      },
      async (request, reply) => {
        const { caller, body, held, headers } = request;
        const trace = traceFrom(headers.traceparent);
        const started = await chat.start({ caller, ...body, held, kind: 'stream', streams: true, trace });
        return streamRun(request, reply, started, 0);
      },
    );

    app.post(
      '/agent/reset',
      {
        config,
        schema: {
          operationId: 'resetSessions',
          summary: 'Close active sessions; the next message opens a new one',
          tags,
          body: Type.Optional(ResetRequest),
          response: {
            200: Type.Object({ reset: Type.Array(Type.String()) }, { title: 'ResetDone' }),
            ...problems(404),
          },
        },
      },
      async ({ caller, body }) => ({ reset: await reset(caller, body ?? {}) }),
    );

    app.get(
      '/agent/presence',
      {
        config,
        schema: {
          operationId: 'getPresence',
          summary: 'Presence of your agents',
          tags,
          response: { 200: Presence },
        },
      },
      async ({ caller }) => presence(caller),
    );

    app.get(
      '/agent/health',
      {
        config,
        schema: {
          operationId: 'getAgentHealth',
          summary: 'Health of the default model',
          tags,
          response: { 200: AgentHealth },
        },
      },
      async () => probeModel(),
    );
  };
