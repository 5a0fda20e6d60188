import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError } from '../../kernel/errors.ts';
import { type AuthService, Credentials, deviceOf, Registration, type TokenPair } from '../auth/index.ts';
import { clearCookie, readCookie, refuseForeignPages, setCookie } from './refresh-cookie.ts';

const ConsoleSession = Type.Object(
  {
    accessToken: Type.String({
      examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJ1c3JfMDEifQ.c2lnbmF0dXJl'],
    }),
  },
  { title: 'ConsoleSession', description: 'The refresh token is in a cookie that no script can read.' },
);

type Deps = {
  auth: Pick<AuthService, 'register' | 'login' | 'refresh'>;
  secure: boolean;
  refreshExpiresSeconds: number;
};

const open = { auth: 'none', limitedByAddress: true } as const;
const tags = ['auth'];

/** The same log-in as /auth for the console, which renders text of models: its scripts never see the refresh token. */
export const consoleSessionRoutes =
  ({ auth, secure, refreshExpiresSeconds }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const keep = (reply: FastifyReply, { accessToken, refreshToken }: TokenPair) => {
      reply.header('set-cookie', setCookie(refreshToken, { secure, maxAgeSeconds: refreshExpiresSeconds }));
      return reply.send({ accessToken });
    };

    app.post(
      '/console/session',
      {
        config: open,
        schema: {
          operationId: 'openConsoleSession',
          summary: 'Log in to the console',
          tags,
          body: Credentials,
          response: { 200: ConsoleSession, ...problems(401, 403, 429) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        return keep(reply, await auth.login(request.body, deviceOf(request)));
      },
    );

    app.post(
      '/console/session/register',
      {
        config: open,
        schema: {
          operationId: 'registerInConsole',
          summary: 'Create an account in the console',
          tags,
          body: Registration,
          response: { 201: ConsoleSession, ...problems(403, 409, 429) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        return keep(reply.code(201), await auth.register(request.body, deviceOf(request)));
      },
    );

    app.post(
      '/console/session/refresh',
      {
        config: open,
        schema: {
          operationId: 'refreshConsoleSession',
          summary: 'Get a new access token for the console',
          description: 'Takes the refresh token from the cookie and puts its successor there.',
          tags,
          response: { 200: ConsoleSession, ...problems(401, 403, 429) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        const refreshToken = readCookie(request);
        if (!refreshToken) throw new AppError('unauthenticated', 'Nobody is signed in here.');
        return keep(reply, await auth.refresh(refreshToken, deviceOf(request)));
      },
    );

    app.delete(
      '/console/session',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'closeConsoleSession',
          summary: 'Forget the console’s cookie',
          description: 'Only forgets; `POST /auth/logout` revokes.',
          tags,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(403) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        return reply.code(204).header('set-cookie', clearCookie(secure)).send(null);
      },
    );
  };
