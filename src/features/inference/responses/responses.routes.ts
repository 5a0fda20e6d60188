import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import type { OnDeparted } from '../../../http/socket/departed.ts';
import { createGoneSignals } from '../../../http/socket/gone-signals.ts';
import { Type } from '../../../http/validation/type.ts';
import { traceFrom } from '../../runs/index.ts';
import { SessionHeader } from '../inference.schema.ts';
import { DeletedResponse, ResponseId, ResponseObject, ResponseRequest } from './responses.schema.ts';
import type { Responses } from './responses.service.ts';

const tags = ['inference'];
const config = { auth: 'member', permission: 'inference' } as const;
const params = Type.Object({ id: ResponseId });
/** None: what others take here is refused by name. */
const querystring = Type.Object({});

export const responseRoutes =
  ({ responses, onDeparted }: { responses: Responses; onDeparted: OnDeparted }): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);

    app.post(
      '/inference/responses',
      {
        config: { ...config, largeBody: true },
        schema: {
          operationId: 'createResponse',
          summary: 'A response of a model or an agent, in the format of OpenAI’s Responses',
          description:
            'With `stream` the answer is server-sent events, from `response.created` to `response.completed`, then `[DONE]`.',
          tags,
          headers: SessionHeader,
          body: ResponseRequest,
          response: {
            200: {
              description: 'The response',
              content: {
                'application/json': { schema: ResponseObject },
                'text/event-stream': {
                  schema: Type.String(),
                  example:
                    'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":4,"delta":"Hi"}\n\ndata: [DONE]\n\n',
                },
              },
            },
            ...problems(404, 409, 502, 504),
          },
        },
      },
      async (request, reply) => {
        const { caller, body, held, headers } = request;
        const call = { caller, body, held, session: headers['x-session-id'], trace: traceFrom(headers.traceparent) };
        const gone = goneSignal(reply, caller);
        if (body.stream) return responses.stream(call, request, reply, gone);
        const answer = await responses.create(call, reply, gone);
        return answer ? reply.send(answer) : reply.hijack();
      },
    );

    app.get(
      '/inference/responses/:id',
      {
        config,
        schema: {
          operationId: 'getResponse',
          summary: 'Get a stored response',
          tags,
          params,
          querystring,
          response: { 200: ResponseObject, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }) => responses.get(caller, id),
    );

    app.delete(
      '/inference/responses/:id',
      {
        config,
        schema: {
          operationId: 'deleteResponse',
          summary: 'Delete a stored response',
          tags,
          params,
          response: { 200: DeletedResponse, ...problems(404) },
        },
      },
      async ({ caller, params: { id } }) => {
        await responses.delete(caller, id);
        return { id, object: 'response' as const, deleted: true };
      },
    );
  };
