import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import type { OnDeparted } from '../../../http/socket/departed.ts';
import { createGoneSignals } from '../../../http/socket/gone-signals.ts';
import { Type } from '../../../http/validation/type.ts';
import { traceFrom } from '../../runs/index.ts';
import { CountTokensRequest, Message, MessageHeaders, MessageRequest, TokenCount } from './messages.schema.ts';
import type { MessagesService } from './messages.service.ts';

type Deps = { messages: MessagesService; onDeparted: OnDeparted };

const tags = ['inference'];
const config = { auth: 'member', permission: 'inference', largeBody: true } as const;

export const messagesRoutes =
  ({ messages, onDeparted }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);

    app.post(
      '/inference/messages',
      {
        config,
        schema: {
          operationId: 'createMessage',
          summary: 'An answer of a model or an agent, in Anthropic’s format',
          description: 'With `stream` the answer is server-sent events, from `message_start` to `message_stop`.',
          tags,
          headers: MessageHeaders,
          body: MessageRequest,
          response: {
            200: {
              description: 'The answer',
              content: {
                'application/json': { schema: Message },
                'text/event-stream': {
                  schema: Type.String(),
                  example:
                    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
                },
              },
            },
            ...problems(404, 409, 502, 504),
          },
        },
      },
      async (request, reply) => {
        const { caller, body, held, headers, id } = request;
        const call = { caller, body, held, session: headers['x-session-id'], trace: traceFrom(headers.traceparent) };
        const gone = goneSignal(reply, caller);
        // The name that Anthropic's clients read.
        reply.raw.setHeader('request-id', id);
        if (body.stream) return messages.stream(call, request, reply, gone);
        const answer = await messages.create(call, reply, gone);
        return answer ? reply.send(answer) : reply.hijack();
      },
    );

    app.post(
      '/inference/messages/count_tokens',
      {
        config,
        schema: {
          operationId: 'countTokens',
          summary: 'How many tokens a request for a message has, in Anthropic’s format',
          description: 'An estimate: four characters to a token, and a rule for images and documents.',
          tags,
          headers: MessageHeaders,
          body: CountTokensRequest,
          response: { 200: TokenCount, ...problems(404) },
        },
      },
      async ({ caller, body, held, id }, reply) => {
        reply.raw.setHeader('request-id', id);
        return messages.count({ caller, body, held }, goneSignal(reply, caller));
      },
    );
  };
