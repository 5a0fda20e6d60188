import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { IdempotencyHeaders, idempotentRequest } from '../../http/idempotency/idempotency.ts';
import { Setup, SetupDone } from './onboarding.schema.ts';
import type { Onboarding } from './onboarding.service.ts';

export const onboardingRoutes =
  (onboarding: Onboarding): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/onboarding/setup',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'setUp',
          summary: 'Create a workspace and its agents, all or nothing',
          tags: ['workspaces'],
          headers: IdempotencyHeaders,
          body: Setup,
          response: { 201: SetupDone, ...problems(409, 422) },
        },
      },
      async (request, reply) => {
        const { answer, replayed } = await onboarding.setUp(
          request.caller.userId,
          request.body,
          idempotentRequest(request),
        );
        if (replayed) reply.header('idempotent-replayed', 'true');
        return reply.code(201).send(answer);
      },
    );
  };
