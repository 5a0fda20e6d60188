import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { type JobService, traceFrom } from '../runs/index.ts';
import { ChatId, UiChatRequest, UiStream } from './ui.schema.ts';
import type { UiDoor } from './ui-door.service.ts';
import type { UiStreamer } from './ui-stream.ts';

type Deps = { door: UiDoor; stream: UiStreamer; cancel: JobService['cancel'] };

const tags = ['chat'];
const config = { auth: 'member', permission: 'chat' } as const;

export const uiRoutes =
  ({ door, stream, cancel }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/agent/chat/ui',
      {
        config: { ...config, largeBody: true },
        schema: {
          operationId: 'chatUi',
          summary: 'Send a message or an answer of a page that uses the AI SDK, and stream the rest of the turn',
          tags,
          body: UiChatRequest,
          response: { 200: UiStream, ...problems(404, 409, 502, 504) },
        },
      },
      async (request, reply) => {
        const { caller, body, held, headers } = request;
        const shown = await door.open({ caller, body, held, trace: traceFrom(headers.traceparent) });
        // It may have ended at this moment; then there is nothing to cancel.
        const stop = () => void cancel(caller, shown.run.runId).catch(() => undefined);
        return stream(request, reply, shown, body.whenGone === 'cancel' ? stop : undefined);
      },
    );

    app.get(
      '/agent/chat/ui/:chatId/stream',
      {
        config,
        schema: {
          operationId: 'resumeChatUi',
          summary: 'Stream the turn of a page’s chat that is under way, from its beginning',
          tags,
          params: Type.Object({ chatId: ChatId }),
          response: { 200: UiStream, 204: Type.Null({ description: 'Nothing runs' }) },
        },
      },
      async (request, reply) => {
        const shown = await door.underWay(request.caller, request.params.chatId);
        return shown ? stream(request, reply, shown) : reply.code(204).send(null);
      },
    );
  };
