import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  type AuthService,
  Credentials,
  deviceOf,
  MfaLogin,
  PasswordChange,
  Registration,
  type TokenPair,
} from '../auth/index.ts';
import { clearCookie, readCookie, refuseForeignPages, setCookie } from './refresh-cookie.ts';

const ConsoleSession = Type.Object(
  {
    accessToken: Type.String({
      examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJ1c3JfMDEifQ.c2lnbmF0dXJl'],
    }),
  },
  { title: 'ConsoleSession', description: 'The refresh token is in a cookie that no script can read.' },
);

const { currentPassword, newPassword } = PasswordChange.properties;
const ConsolePasswordChange = Type.Object(
  { currentPassword, newPassword },
  { title: 'ConsolePasswordChange', additionalProperties: false },
);

type Deps = {
  auth: Pick<AuthService, 'register' | 'login' | 'loginWithCode' | 'refresh' | 'sessions' | 'password'>;
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
      '/console/session/mfa',
      {
        config: open,
        schema: {
          operationId: 'openConsoleSessionWithCode',
          summary: 'Log in to the console with the code of your second factor',
          tags,
          body: MfaLogin,
          response: { 200: ConsoleSession, ...problems(401, 403, 429) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        return keep(reply, await auth.loginWithCode(request.body, deviceOf(request)));
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

    app.put(
      '/console/session/password',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'changePasswordInConsole',
          summary: 'Change your password in the console',
          description: 'As `PUT /auth/password`; the sign-in of the cookie is the one that stays.',
          tags,
          body: ConsolePasswordChange,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(403, 409) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        const refreshToken = readCookie(request);
        const change = { ...request.body, ...(refreshToken ? { refreshToken } : {}) };
        await auth.password.change(request.caller.userId, change, deviceOf(request));
        return reply.code(204).send(null);
      },
    );

    app.delete(
      '/console/session',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'closeConsoleSession',
          summary: 'Sign this browser out',
          description: 'Ends the sign-in of the cookie and forgets it; `POST /auth/logout` ends all.',
          tags,
          response: { 204: Type.Null({ description: 'Done' }), ...problems(403) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        const refreshToken = readCookie(request);
        // One that no longer holds has ended already.
        if (refreshToken)
          await auth.sessions.endOf(refreshToken, deviceOf(request)).catch((error) => {
            if (!(error instanceof AppError)) throw error;
          });
        return reply.code(204).header('set-cookie', clearCookie(secure)).send(null);
      },
    );
  };
