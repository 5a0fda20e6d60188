import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import type { OnDeparted } from '../../../http/socket/departed.ts';
import { createGoneSignals } from '../../../http/socket/gone-signals.ts';
import { Type } from '../../../http/validation/type.ts';
import { WebhookCopy } from './listening.schema.ts';
import type { Listening } from './listening.ts';

type Deps = { listening: Listening; onDeparted: OnDeparted };

export const listeningRoutes =
  ({ listening, onDeparted }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const goneSignal = createGoneSignals(onDeparted);
    app.get(
      '/webhooks/:id/listen',
      {
        config: { auth: 'member', permission: 'webhooks.read' },
        schema: {
          operationId: 'listenToWebhook',
          summary: 'Copies of the deliveries of a webhook as server-sent events, from now or from Last-Event-ID on',
          description:
            'For development: each delivery comes once (after Last-Event-ID those of the ten seconds before it come again, because they may have been stored later: know them by `deliveryId`), with its body as it is sent and headers signed now, whether it was sent, intercepted by test mode or failed. A copy is never an outcome: it changes nothing about the delivery. The stream ends when roles or test mode of the workspace change; listen again then.',
          tags: ['webhooks'],
          params: Type.Object({ id: Type.String({ examples: ['wh_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) }),
          headers: Type.Object({
            'last-event-id': Type.Optional(Type.String({ maxLength: 200 })),
          }),
          response: {
            200: {
              description: 'Server-sent events; the stream stays open',
              content: {
                'text/event-stream': {
                  schema: Type.String({ contentMediaType: 'text/event-stream', contentSchema: WebhookCopy }),
                  example:
                    ': listening\n\nid: dlv_01\nevent: webhook.test\ndata: {"deliveryId":"dlv_01","event":"webhook.test","headers":{"webhook-id":"dlv_01"},"body":"{}"}\n\n',
                },
              },
            },
            ...problems(404),
          },
        },
      },
      async (request, reply) => {
        const { caller, params, headers } = request;
        await listening.listen(caller, params.id, headers['last-event-id'], request, reply, goneSignal(reply, caller));
      },
    );
  };
