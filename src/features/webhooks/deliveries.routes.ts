import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';
import type { DeliveryService } from './deliveries.service.ts';
import {
  Delivery,
  DispatchRecord,
  InspectorQuery,
  InterceptedDispatch,
  Replay,
  ReplayRequest,
  TestMode,
  WebhookPageQuery,
} from './webhooks.schema.ts';
import type { WebhookService } from './webhooks.service.ts';

const reading = { auth: 'member', permission: 'webhooks.read' } as const;
const writing = { auth: 'member', permission: 'webhooks.write' } as const;
const tags = ['webhooks'];

type Deps = { webhooks: WebhookService; deliveries: DeliveryService };

/** What was sent: the inspector, dead letters and test mode. */
export const deliveryRoutes =
  ({ webhooks, deliveries }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/webhooks/test-mode',
      {
        config: reading,
        schema: {
          operationId: 'getWebhookTestMode',
          summary: 'Whether test mode is on: the workspace’s, or for a member their own',
          tags,
          response: { 200: TestMode },
        },
      },
      async ({ caller }) => webhooks.testMode(caller),
    );

    app.post(
      '/webhooks/test-mode/enable',
      {
        config: writing,
        schema: {
          operationId: 'enableWebhookTestMode',
          summary: 'Enable test mode: deliveries are stored instead of sent',
          description:
            'What is intercepted is final, retries that fall due included. A member’s test mode holds for their own webhooks.',
          tags,
          response: { 200: TestMode },
        },
      },
      async ({ caller }) => webhooks.enableTestMode(caller),
    );

    app.post(
      '/webhooks/test-mode/disable',
      {
        config: writing,
        schema: {
          operationId: 'disableWebhookTestMode',
          summary: 'Send for real again',
          tags,
          response: { 200: TestMode },
        },
      },
      async ({ caller }) => webhooks.disableTestMode(caller),
    );

    app.get(
      '/webhooks/test-mode/log',
      {
        config: reading,
        schema: {
          operationId: 'listInterceptedDispatches',
          summary: 'List deliveries that test mode intercepted',
          tags,
          querystring: WebhookPageQuery,
          response: { 200: PageOf(InterceptedDispatch, 'InterceptedDispatchPage') },
        },
      },
      async ({ caller, query }) => deliveries.intercepted(caller, query),
    );

    app.delete(
      '/webhooks/test-mode/log',
      {
        config: writing,
        schema: {
          operationId: 'clearInterceptedDispatches',
          summary: 'Delete the log of test mode',
          tags,
          response: { 204: Type.Null({ description: 'Done' }) },
        },
      },
      async ({ caller }, reply) => {
        await deliveries.clearIntercepted(caller);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/webhooks/dead-letters',
      {
        config: reading,
        schema: {
          operationId: 'listDeadLetters',
          summary: 'Deliveries that failed to the last try',
          tags,
          querystring: WebhookPageQuery,
          response: { 200: PageOf(Delivery, 'DeadLetterPage') },
        },
      },
      async ({ caller, query }) => deliveries.deadLetters(caller, query),
    );

    app.post(
      '/webhooks/dead-letters/replay',
      {
        config: writing,
        schema: {
          operationId: 'replayDeadLetters',
          summary: 'Send dead letters again, or count them',
          tags,
          body: ReplayRequest,
          response: { 200: Replay, ...problems(404) },
        },
      },
      async ({ caller, body }) => deliveries.replay(caller, body),
    );

    app.post(
      '/webhooks/deliveries/:id/redeliver',
      {
        config: writing,
        schema: {
          operationId: 'redeliver',
          summary: 'Send a delivery again, with the same id and a new round of retries',
          tags,
          params: Type.Object({ id: Type.String({ examples: ['dlv_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) }),
          response: { 202: Delivery, ...problems(404, 409) },
        },
      },
      async ({ caller, params }, reply) => reply.code(202).send(await deliveries.redeliver(caller, params.id)),
    );

    app.get(
      '/webhook-inspector',
      {
        config: reading,
        schema: {
          operationId: 'listDispatchRecords',
          summary: 'List attempts with requests and responses, newest first',
          tags,
          querystring: InspectorQuery,
          response: { 200: PageOf(DispatchRecord, 'DispatchRecordPage') },
        },
      },
      async ({ caller, query }) => deliveries.records(caller, query),
    );

    app.get(
      '/webhook-inspector/:id',
      {
        config: reading,
        schema: {
          operationId: 'getDispatchRecord',
          summary: 'Get an attempt with its request and response',
          tags,
          params: Type.Object({ id: Type.String({ examples: ['att_01jd3v9k4m8q2w5x7y0z1a2b3c'] }) }),
          response: { 200: DispatchRecord, ...problems(404) },
        },
      },
      async ({ caller, params }) => deliveries.record(caller, params.id),
    );
  };
