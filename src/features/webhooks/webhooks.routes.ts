import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import type { DeliveryService } from './deliveries.service.ts';
import {
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  RotatedSecret,
  UpdateWebhook,
  Webhook,
  WebhookPageQuery,
  WebhookTest,
} from './webhooks.schema.ts';
import type { WebhookService } from './webhooks.service.ts';

const reading = { auth: 'member', permission: 'webhooks.read' } as const;
const writing = { auth: 'member', permission: 'webhooks.write' } as const;
const tags = ['webhooks'];
const params = Type.Object({ id: Type.String({ examples: ['wh_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) });

type Deps = { webhooks: WebhookService; deliveries: DeliveryService };

export const webhookRoutes =
  ({ webhooks, deliveries }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/webhooks',
      {
        config: reading,
        schema: {
          operationId: 'listWebhooks',
          summary: 'List the webhooks of the workspace, or for a member their own',
          tags,
          querystring: WebhookPageQuery,
          response: { 200: PageOf(Webhook, 'WebhookPage') },
        },
      },
      async ({ caller, query }) => webhooks.list(caller, query),
    );

    app.post(
      '/webhooks',
      {
        config: writing,
        schema: {
          operationId: 'createWebhook',
          summary: 'Have events sent to an address',
          description:
            'The answer is the only one that shows the secret. What an owner or admin makes is told what happens in the workspace, what a member makes what their own runs cause.',
          tags,
          body: CreateWebhook,
          response: { 201: CreatedWebhook, ...problems(409) },
        },
      },
      async ({ caller, body }, reply) => reply.code(201).send(await webhooks.create(caller, body)),
    );

    app.get(
      '/webhooks/:id',
      {
        config: reading,
        schema: {
          operationId: 'getWebhook',
          summary: 'Get a webhook',
          tags,
          params,
          response: { 200: Webhook, ...problems(404) },
        },
      },
      async ({ caller, params }) => webhooks.get(caller, params.id),
    );

    app.put(
      '/webhooks/:id',
      {
        config: writing,
        schema: {
          operationId: 'updateWebhook',
          summary: 'Change a webhook',
          description:
            'One that is not enabled gets no new events; what was queued before still goes out. Who enables a webhook of the workspace whose maker has left, or is no longer an owner or admin, becomes its maker.',
          tags,
          params,
          body: UpdateWebhook,
          response: { 200: Webhook, ...problems(404) },
        },
      },
      async ({ caller, params, body }) => webhooks.update(caller, params.id, body),
    );

    app.delete(
      '/webhooks/:id',
      {
        config: writing,
        schema: {
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook; nothing more is sent to it, queued retries included',
          tags,
          params,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(404) },
        },
      },
      async ({ caller, params }, reply) => {
        await webhooks.delete(caller, params.id);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/webhooks/:id/secret/rotate',
      {
        config: writing,
        schema: {
          operationId: 'rotateWebhookSecret',
          summary: 'Make a new secret; for a day the previous one signs too',
          tags,
          params,
          response: { 200: RotatedSecret, ...problems(404) },
        },
      },
      async ({ caller, params }) => webhooks.rotateSecret(caller, params.id),
    );

    app.post(
      '/webhooks/:id/test',
      {
        config: writing,
        schema: {
          operationId: 'testWebhook',
          summary: 'Send webhook.test once and return the result',
          tags,
          params,
          response: { 200: WebhookTest, ...problems(404, 409) },
        },
      },
      async ({ caller, params }) => deliveries.test(caller, params.id),
    );

    app.get(
      '/webhooks/:id/deliveries',
      {
        config: reading,
        schema: {
          operationId: 'listDeliveries',
          summary: 'List the deliveries of a webhook',
          tags,
          params,
          querystring: WebhookPageQuery,
          response: { 200: PageOf(Delivery, 'DeliveryPage'), ...problems(404) },
        },
      },
      async ({ caller, params, query }) => deliveries.ofWebhook(caller, params.id, query),
    );
  };
