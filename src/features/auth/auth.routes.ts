import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import {
  BearerToken,
  Credentials,
  Empty,
  Erasure,
  Me,
  RefreshRequest,
  Registration,
  TokenPair,
} from './auth.schema.ts';
import type { AuthService } from './auth.service.ts';
import { emailRoutes } from './email/email.routes.ts';
import { passwordRoutes } from './passwords/password.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { deviceOf } from './sign-ins/device.ts';
import { signInRoutes } from './sign-ins/sessions.routes.ts';

const open = { auth: 'none', limitedByAddress: true } as const;
const tags = ['auth'];

export const authRoutes =
  (auth: AuthService): FastifyPluginAsyncTypebox =>
  async (app) => {
    await passwordRoutes(auth.password)(app, {});
    await emailRoutes(auth.email)(app, {});
    await signInRoutes(auth.sessions)(app, {});
    await secondFactorRoutes(auth)(app, {});
    app.post(
      '/auth/register',
      {
        config: open,
        schema: {
          operationId: 'register',
          summary: 'Create an account',
          tags,
          body: Registration,
          response: { 201: TokenPair, ...problems(403, 409, 429) },
        },
      },
      async (request, reply) => reply.code(201).send(await auth.register(request.body, deviceOf(request))),
    );

    app.post(
      '/auth/login',
      {
        config: open,
        schema: {
          operationId: 'login',
          summary: 'Log in',
          tags,
          body: Credentials,
          response: { 200: TokenPair, ...problems(401, 403, 429) },
        },
      },
      async (request) => auth.login(request.body, deviceOf(request)),
    );

    app.post(
      '/auth/refresh',
      {
        config: open,
        schema: {
          operationId: 'refreshToken',
          summary: 'Exchange a refresh token for a new pair',
          tags,
          body: RefreshRequest,
          response: { 200: TokenPair, ...problems(401, 403, 429) },
        },
      },
      async (request) => auth.refresh(request.body.refreshToken, deviceOf(request)),
    );

    app.post(
      '/auth/token',
      {
        config: open,
        schema: {
          operationId: 'createToken',
          summary: 'Get an access token for scripts',
          tags,
          body: Credentials,
          response: { 200: BearerToken, ...problems(401, 403, 429) },
        },
      },
      async (request) => auth.token(request.body, deviceOf(request)),
    );

    app.post(
      '/auth/logout',
      {
        config: { auth: 'user' },
        schema: { operationId: 'logout', summary: 'Revoke all of your refresh tokens', tags, response: { 204: Empty } },
      },
      async (request, reply) => {
        await auth.logout(request.caller.userId, deviceOf(request));
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/auth/me',
      {
        config: { auth: 'user', keys: true },
        schema: { operationId: 'getMe', summary: 'Who you are', tags, response: { 200: Me } },
      },
      async ({ caller }) => auth.me(caller.userId),
    );

    app.delete(
      '/auth/me',
      {
        config: { auth: 'user' },
        schema: {
          operationId: 'eraseMe',
          summary: 'Erase your account and everything owned alone',
          description: 'Needs `currentPassword` where the account has a password.',
          tags,
          body: Type.Optional(Type.Union([Erasure, Type.Null()])),
          response: { 204: Empty, ...problems(409) },
        },
      },
      async (request, reply) => {
        await auth.eraseMe(request.caller.userId, request.body?.currentPassword, deviceOf(request));
        return reply.code(204).send(null);
      },
    );
  };
