import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Type } from '../../../http/validation/type.ts';
import { Empty, RefreshRequest } from '../auth.schema.ts';
import { deviceOf } from './device.ts';
import { SignIns } from './sessions.schema.ts';
import type { SessionService } from './sessions.service.ts';

const tags = ['auth'];

export const signInRoutes =
  (sessions: SessionService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/auth/sessions',
      {
        config: { auth: 'user' },
        schema: { operationId: 'listSignIns', summary: 'Where you are signed in', tags, response: { 200: SignIns } },
      },
      async ({ caller }) => sessions.list(caller.userId),
    );

    app.delete(
      '/auth/sessions/:id',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'endSignIn',
          summary: 'End one sign-in',
          description: 'Its refresh token no longer works; an access token holds until it expires.',
          tags,
          params: Type.Object({ id: Type.String() }),
          response: { 204: Empty, ...problems(404) },
        },
      },
      async (request, reply) => {
        await sessions.end(request.caller.userId, request.params.id, deviceOf(request));
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/auth/sessions/end',
      {
        config: { auth: 'none', limitedByAddress: true },
        schema: {
          operationId: 'endSignInOf',
          summary: 'Sign out where this refresh token is from',
          description: 'Ends one sign-in; `POST /auth/logout` ends all.',
          tags,
          body: RefreshRequest,
          response: { 204: Empty, ...problems(401, 429) },
        },
      },
      async (request, reply) => {
        await sessions.endOf(request.body.refreshToken, deviceOf(request));
        return reply.code(204).send(null);
      },
    );
  };
