import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import type { OnDeparted } from '../../http/socket/departed.ts';
import { createGoneSignals } from '../../http/socket/gone-signals.ts';
import { traceFrom } from '../runs/index.ts';
import { AgentIdParam, AgUiStream, RunAgentInput } from './ag-ui.schema.ts';
import type { AgUiDoor } from './ag-ui-door.service.ts';
import type { AgUiStreamer } from './ag-ui-stream.ts';

type Deps = { open: AgUiDoor; stream: AgUiStreamer; onDeparted: OnDeparted };

const tags = ['chat'];
const config = { auth: 'member', permission: 'chat', largeBody: true } as const;
const response = { 200: AgUiStream, ...problems(404, 409) };

export const agUiRoutes =
  ({ open, stream, onDeparted }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);

    async function answer(request: FastifyRequest, reply: FastifyReply, body: RunAgentInput, agentId?: string) {
      const { caller, held, headers } = request;
      const gone = goneSignal(reply, caller);
      const trace = traceFrom(headers.traceparent as string | undefined);
      const shown = await open({ caller, agentId, body, held, trace });
      return stream({ request, reply, gone }, caller, body, shown);
    }

    app.post(
      '/agent/ag-ui',
      {
        config,
        schema: {
          operationId: 'runAgUi',
          summary: 'Run the default agent, or that of `forwardedProps.agentId`, for a client that speaks AG-UI',
          tags,
          body: RunAgentInput,
          response,
        },
      },
      (request, reply) => answer(request, reply, request.body),
    );

    app.post(
      '/agent/ag-ui/:agentId',
      {
        config,
        schema: {
          operationId: 'runAgUiAgent',
          summary: 'Run an agent for a client that speaks AG-UI',
          tags,
          params: AgentIdParam,
          body: RunAgentInput,
          response,
        },
      },
      (request, reply) => answer(request, reply, request.body, request.params.agentId),
    );
  };
