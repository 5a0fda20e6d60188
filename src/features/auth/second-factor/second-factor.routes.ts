import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problems } from '../../../http/errors/problem.ts';
import { Empty, TokenPair } from '../auth.schema.ts';
import { deviceOf } from '../sign-ins/device.ts';
import type { SecondFactorLogin } from './login.ts';
import { MfaLogin, RecoveryCodes, SecondFactor, TotpCode, TotpRemoval, TotpSecret } from './second-factor.schema.ts';
import type { SecondFactorService } from './second-factor.service.ts';

type Deps = { secondFactor: SecondFactorService; loginWithCode: SecondFactorLogin['login'] };

const config = { auth: 'user' } as const;
const tags = ['auth'];

export const secondFactorRoutes =
  ({ secondFactor, loginWithCode }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/auth/login/mfa',
      {
        config: { auth: 'none', limitedByAddress: true },
        schema: {
          operationId: 'loginWithCode',
          summary: 'Log in with the code of your second factor',
          description:
            'After `POST /auth/login` or `POST /auth/token` answered 401 `mfa_required` with an `mfaToken`, which holds for five minutes and five wrong codes.',
          tags,
          body: MfaLogin,
          response: { 200: TokenPair, ...problems(401, 403, 429) },
        },
      },
      async (request) => loginWithCode(request.body, deviceOf(request)),
    );

    app.get(
      '/auth/mfa',
      {
        config,
        schema: {
          operationId: 'getSecondFactor',
          summary: 'Your second factor',
          tags,
          response: { 200: SecondFactor },
        },
      },
      async ({ caller }) => secondFactor.get(caller.userId),
    );

    app.post(
      '/auth/mfa/totp',
      {
        config,
        schema: {
          operationId: 'beginTotp',
          summary: 'Get the secret of a second factor',
          description: 'It is asked for once it is confirmed with a first code.',
          tags,
          response: { 201: TotpSecret, ...problems(409) },
        },
      },
      async ({ caller }, reply) => reply.code(201).send(await secondFactor.begin(caller.userId)),
    );

    app.post(
      '/auth/mfa/totp/confirm',
      {
        config,
        schema: {
          operationId: 'confirmTotp',
          summary: 'Turn the second factor on with a first code',
          tags,
          body: TotpCode,
          response: { 200: RecoveryCodes, ...problems(409) },
        },
      },
      async (request) => secondFactor.confirm(request.caller.userId, request.body.code, deviceOf(request)),
    );

    app.delete(
      '/auth/mfa/totp',
      {
        config,
        schema: {
          operationId: 'removeTotp',
          summary: 'Turn the second factor off',
          description: 'Needs `currentPassword` where the account has a password.',
          tags,
          body: TotpRemoval,
          response: { 204: Empty, ...problems(409) },
        },
      },
      async (request, reply) => {
        await secondFactor.remove(request.caller.userId, request.body, deviceOf(request));
        return reply.code(204).send(null);
      },
    );
  };
