import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Accepted, accepted, Empty, Me } from '../auth.schema.ts';
import { deviceOf } from '../sign-ins/device.ts';
import { EmailVerification, MeChange } from './email.schema.ts';
import type { EmailService } from './email.service.ts';

const tags = ['auth'];

export const emailRoutes =
  (email: EmailService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.patch(
      '/auth/me',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'updateMe',
          summary: 'Change your name or your address',
          description:
            'A new address needs `currentPassword`, and counts once the mail to it was answered (`POST /auth/email/verify`); until then it is `pendingEmail`. The old address is told.',
          tags,
          body: MeChange,
          response: { 200: Me, ...problems(409) },
        },
      },
      async (request) => email.change(request.caller.userId, request.body, deviceOf(request)),
    );

    app.post(
      '/auth/email/verify',
      {
        config: { auth: 'none', limitedByAddress: true },
        schema: {
          operationId: 'verifyEmail',
          summary: 'Confirm an address with the token of a mail',
          tags,
          body: EmailVerification,
          response: { 204: Empty, ...problems(409, 429) },
        },
      },
      async (request, reply) => {
        await email.verify(request.body.token, deviceOf(request));
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/email/verification',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'askForVerification',
          summary: 'Ask again for the mail that confirms your address',
          description: 'The token of the mail before no longer holds.',
          tags,
          response: { 202: Accepted, ...problems(409) },
        },
      },
      async (request, reply) => {
        await email.ask(request.caller.userId, deviceOf(request));
        return reply.code(202).send(accepted);
      },
    );
  };
