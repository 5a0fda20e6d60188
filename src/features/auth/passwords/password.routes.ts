import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Accepted, accepted, Empty } from '../auth.schema.ts';
import { deviceOf } from '../sign-ins/device.ts';
import { ForgottenPassword, PasswordChange, PasswordReset } from './password.schema.ts';
import type { PasswordService } from './password.service.ts';

const open = { auth: 'none', limitedByAddress: true } as const;
const tags = ['auth'];

export const passwordRoutes =
  (password: PasswordService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.put(
      '/auth/password',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'changePassword',
          summary: 'Change your password',
          description: 'Ends every sign-in but that of `refreshToken`. Personal keys stay.',
          tags,
          body: PasswordChange,
          response: { 204: Empty, ...problems(409) },
        },
      },
      async (request, reply) => {
        await password.change(request.caller.userId, request.body, deviceOf(request));
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/password/forgot',
      {
        config: open,
        schema: {
          operationId: 'forgotPassword',
          summary: 'Ask for a mail that lets you set a new password',
          description: 'Answers the same, in the same time, whether or not there is such an account.',
          tags,
          body: ForgottenPassword,
          response: { 202: Accepted, ...problems(429) },
        },
      },
      async (request, reply) => {
        await password.forgot(request.body.email, deviceOf(request));
        return reply.code(202).send(accepted);
      },
    );

    app.post(
      '/auth/password/reset',
      {
        config: open,
        schema: {
          operationId: 'resetPassword',
          summary: 'Set a new password with the token of a mail',
          description: 'The token works once, for 30 minutes. Every sign-in ends.',
          tags,
          body: PasswordReset,
          response: { 204: Empty, ...problems(403, 429) },
        },
      },
      async (request, reply) => {
        await password.reset(request.body, deviceOf(request));
        return reply.code(204).send(null);
      },
    );
  };
