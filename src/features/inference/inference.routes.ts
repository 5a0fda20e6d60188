import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import type { OnDeparted } from '../../http/socket/departed.ts';
import { createGoneSignals } from '../../http/socket/gone-signals.ts';
import { Type } from '../../http/validation/type.ts';
import { traceFrom } from '../runs/index.ts';
import { spellCompletion } from './completion.ts';
import type { EmbedTexts } from './embeddings/embeddings.ts';
import {
  ChatCompletion,
  ChatCompletionRequest,
  EmbeddingList,
  EmbeddingRequest,
  Model,
  ModelList,
  SessionHeader,
} from './inference.schema.ts';
import type { InferenceService } from './inference.service.ts';
import type { ModelNames } from './model-names.ts';

type Deps = {
  names: ModelNames;
  inference: InferenceService;
  embed: EmbedTexts;
  onDeparted: OnDeparted;
};

const tags = ['inference'];
const config = { auth: 'member', permission: 'inference' } as const;

export const inferenceRoutes =
  ({ names, inference, embed, onDeparted }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);

    app.get(
      '/inference/models',
      {
        config,
        schema: {
          operationId: 'listModels',
          summary: 'List the models and agents of the workspace, in OpenAI’s format',
          tags,
          response: { 200: ModelList },
        },
      },
      async ({ caller }) => ({ object: 'list' as const, data: await names.list(caller) }),
    );

    app.get(
      '/inference/models/:id',
      {
        config,
        schema: {
          operationId: 'getModel',
          summary: 'Get a model or agent in OpenAI’s format',
          tags,
          params: Type.Object({ id: Type.String({ examples: ['local/offline'] }) }),
          response: { 200: Model, ...problems(404) },
        },
      },
      async ({ caller, params }) => names.get(caller, params.id),
    );

    app.post(
      '/inference/chat/completions',
      {
        config: { ...config, largeBody: true },
        schema: {
          operationId: 'createChatCompletion',
          summary: 'Chat completions of a model or an agent, in OpenAI’s format',
          description: 'With `stream` the answer is server-sent events of `chat.completion.chunk`, then `[DONE]`.',
          tags,
          headers: SessionHeader,
          body: ChatCompletionRequest,
          response: {
            200: {
              description: 'The answer',
              content: {
                'application/json': { schema: ChatCompletion },
                'text/event-stream': {
                  schema: Type.String(),
                  example:
                    'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n',
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
        const spelling = spellCompletion(body);
        if (body.stream) return inference.stream(call, spelling, request, reply, gone);
        const answer = await inference.complete(call, spelling, reply, gone);
        return answer ? reply.send(answer) : reply.hijack();
      },
    );

    app.post(
      '/inference/embeddings',
      {
        config,
        schema: {
          operationId: 'createEmbeddings',
          summary: 'Embeddings of texts, in OpenAI’s format',
          tags,
          body: EmbeddingRequest,
          response: { 200: EmbeddingList, ...problems(404, 502) },
        },
      },
      async ({ caller, body }, reply) => {
        const text = await embed(caller, body, goneSignal(reply, caller));
        return reply.type('application/json; charset=utf-8').send(text as never);
      },
    );
  };
