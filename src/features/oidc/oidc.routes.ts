import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../http/errors/error-handler.ts';
import { problems } from '../../http/errors/problem.ts';
import { Type } from '../../http/validation/type.ts';
import { AppError, type ErrorKind } from '../../kernel/errors.ts';
import { deviceOf, TokenPair } from '../auth/index.ts';
import { refuseForeignPages, setCookie } from '../console/index.ts';
import { CallbackQuery, Exchange, IdentityProviders, OfProvider, ProviderLogout, StartQuery } from './oidc.schema.ts';
import type { OidcService } from './oidc.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';

type Deps = {
  oidc: OidcService;
  cookies: SignInCookies;
  secure: boolean;
  refreshExpiresSeconds: number;
};

const open = { auth: 'none', limitedByAddress: true } as const;
const tags = ['auth'];
const Leads = (description: string) => Type.Null({ description });

/** What is told to a person, who sees no JSON; the others are mistakes of a program. */
const toldInConsole: readonly ErrorKind[] = ['unauthenticated', 'forbidden', 'conflict', 'unavailable'];

/** Also past the log: only what was thrown says why a provider's answer was not accepted. */
function noteRefusal({ log, params }: FastifyRequest, { code, message, details: { cause } }: AppError): void {
  const { message: reason, error_description: described } = (cause ?? {}) as {
    message?: string;
    error_description?: string;
  };
  log.info(
    { provider: (params as { id?: string }).id, code, detail: message, reason, described: described?.slice(0, 200) },
    'a sign-in failed',
  );
}

/** A code in the fragment, which no server sees; the console has the words. */
function tellInConsole(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof AppError) || !toldInConsole.includes(error.kind)) return sendProblem(error, request, reply);
  noteRefusal(request, error);
  return reply.redirect(`/console#sign-in-error=${error.code}`, 303);
}

/** Signing in by an identity provider. */
export const oidcRoutes =
  ({ oidc, cookies, secure, refreshExpiresSeconds }: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/auth/oidc',
      {
        config: { auth: 'none' },
        schema: {
          operationId: 'listIdentityProviders',
          summary: 'The identity providers that people can sign in by',
          tags,
          response: { 200: IdentityProviders },
        },
      },
      async () => oidc.list(),
    );

    app.get(
      '/auth/oidc/:id/start',
      {
        config: open,
        errorHandler: tellInConsole,
        schema: {
          operationId: 'startProviderSignIn',
          summary: 'Begin to sign in to the console by an identity provider',
          tags,
          params: OfProvider,
          querystring: StartQuery,
          response: { 303: Leads('To the identity provider, or to the console with an error'), ...problems(404, 429) },
        },
      },
      async ({ params, query }, reply) => {
        const { url, journey } = await oidc.start(params.id, query.returnTo);
        return reply.header('set-cookie', cookies.keepJourney(journey)).redirect(url, 303);
      },
    );

    app.get(
      '/auth/oidc/:id/callback',
      {
        config: open,
        errorHandler: tellInConsole,
        schema: {
          operationId: 'finishProviderSignIn',
          summary: 'Come back from an identity provider',
          description: 'Puts the refresh token into the cookie of the console. No token is in any address.',
          tags,
          params: OfProvider,
          querystring: CallbackQuery,
          response: { 303: Leads('To the console, signed in or with an error'), ...problems(404, 429) },
        },
      },
      async (request, reply) => {
        const journey = cookies.readJourney(request.headers.cookie);
        const query = request.url.slice(request.url.indexOf('?') + 1);
        const { pair, returnTo, origin } = await oidc.callback(request.params.id, {
          query,
          journey,
          device: deviceOf(request),
        });
        const kept = setCookie(pair.refreshToken, { secure, maxAgeSeconds: refreshExpiresSeconds });
        return reply
          .header('set-cookie', [cookies.forgetJourney, cookies.keepOrigin(origin), kept])
          .redirect(returnTo, 303);
      },
    );

    app.post(
      '/auth/oidc/:id/exchange',
      {
        config: open,
        schema: {
          operationId: 'exchangeIdToken',
          summary: 'Exchange an ID token for a pair',
          description: 'For an application that has signed its user in at the identity provider already.',
          tags,
          params: OfProvider,
          body: Exchange,
          response: { 200: TokenPair, ...problems(401, 403, 404, 409, 429) },
        },
      },
      async (request) => oidc.exchange(request.params.id, request.body, deviceOf(request)),
    );

    app.post(
      '/auth/oidc/logout',
      {
        config: open,
        schema: {
          operationId: 'logoutOfProvider',
          summary: 'Where this browser signs out of the identity provider it came from',
          description: 'Forgets the cookie of the console’s sign-in by a provider. Ends no sign-in of the gateway.',
          tags,
          response: { 200: ProviderLogout, ...problems(403, 429) },
        },
      },
      async (request, reply) => {
        refuseForeignPages(request);
        const origin = cookies.readOrigin(request.headers.cookie);
        const url = origin && (await oidc.logoutUrl(origin));
        return reply.header('set-cookie', cookies.forgetOrigin).send({ url: url ?? null });
      },
    );
  };
