import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { type StreamRun, traceFrom } from '../runs/index.ts';
import { A2aHeaders, A2aRequest, A2aResponse, AgentCard } from './a2a.schema.ts';
import type { A2aDoor } from './a2a-door.service.ts';
import { RpcError } from './rpc-error.ts';
import { spellTask } from './task-stream.ts';

type Deps = { door: A2aDoor; streamRun: StreamRun };

const tags = ['chat'];
const AgentId = Type.Object({
  agentId: Type.String({ maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
});

export const a2aDoorRoutes =
  ({ door, streamRun }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/a2a/:agentId/.well-known/agent-card.json',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'getAgentCard',
          summary: 'The card of an agent that is published by A2A',
          description: 'Open to everyone, for agents with `a2a: true`.',
          tags,
          params: AgentId,
          response: { 200: AgentCard, ...problems(404) },
        },
      },
      async ({ params }) => door.card(params.agentId),
    );

    app.post(
      '/a2a/:agentId',
      {
        config: { auth: 'member', permission: 'chat' },
        schema: {
          operationId: 'postA2aRequest',
          summary: 'One request of an A2A client to an agent',
          description:
            'A2A 1.0 over JSON-RPC: `SendMessage`, `SendStreamingMessage`, `GetTask`, `CancelTask`, `SubscribeToTask`. A task is a run, its context a session.',
          tags,
          params: AgentId,
          headers: A2aHeaders,
          body: A2aRequest,
          response: {
            200: {
              description: 'The answer',
              content: {
                'application/json': { schema: A2aResponse },
                'text/event-stream': {
                  schema: Type.String(),
                  example: 'data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{}}}\n\n',
                },
              },
            },
            ...problems(404, 409),
          },
        },
      },
      async (request, reply) => {
        const { caller, body, params, headers } = request;
        const asking = { caller, agentId: params.agentId, trace: traceFrom(headers.traceparent as string | undefined) };
        const { id } = body;
        try {
          const handled = await door.answer(asking, body, headers['a2a-version']);
          if ('result' in handled) return reply.code(200).send({ jsonrpc: '2.0', id, result: handled.result });
          return streamRun(request, reply, handled.run, 0, spellTask(id, handled.task));
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          const { code, message } = error;
          return reply.code(200).send({ jsonrpc: '2.0', id, error: { code, message } });
        }
      },
    );
  };
