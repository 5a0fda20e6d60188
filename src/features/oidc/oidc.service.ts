import * as client from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { secretsEqual, sha256Hex } from '../../platform/crypto/digest.ts';
import { verifyIdToken } from '../../platform/oidc/id-token.ts';
import type { Issuer } from '../../platform/oidc/issuer.ts';
import type { Device, TokenPair } from '../auth/index.ts';
import type { IdentityStore } from './identities.store.ts';
import { type Claims, lacksClaims } from './identity-rules.ts';
import type { IdentifiedPerson } from './identity-sign-in.ts';
import type { Exchange, IdentityProvider } from './oidc.schema.ts';
import type { Journey, Origin } from './sign-in-cookies.ts';

type Deps = {
  issuers: readonly Issuer[];
  store: Pick<IdentityStore, 'spend' | 'isSpent' | 'forgetSpent'>;
  signIn(person: IdentifiedPerson, device: Device): Promise<TokenPair>;
  clock: Clock;
  /** Where browsers reach the gateway. */
  baseUrl: string;
};

type CallbackRequest = { query: string; journey: Journey | undefined; device: Device };
type SignedIn = { pair: TokenPair; returnTo: string; origin: Origin };

const home = '/console';

/** A path of the console and nothing else, also after all dots and backslashes are worked out. */
function consolePath(returnTo: string, baseUrl: string): string {
  const origin = new URL(baseUrl).origin;
  const url = URL.canParse(returnTo, origin) ? new URL(returnTo, origin) : undefined;
  if (!returnTo.startsWith(home) || url?.origin !== origin || !/^\/console(?:\/|$)/.test(url.pathname))
    throw invalidField('querystring.returnTo', 'must be a path of the console, such as /console/chat');
  return `${url.pathname}${url.search}${url.hash}`;
}

const expired = () =>
  new AppError(
    'sign_in_expired',
    'This sign-in took too long, was used already or began in another browser. Begin again.',
  );

const spentToken = () =>
  new AppError('invalid_id_token', 'The ID token was not accepted: it has signed a browser in already.');
const nonceDigest = (nonce: string) => sha256Hex(`nonce of an ID token: ${nonce}`);
/** As long as an expired token is still accepted, and some more. */
const clockToleranceMs = 60_000;

/** What the provider, or the way to it, did with the code. */
function grantFailure({ provider }: Issuer, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const { error: reason } = error;
    return new AppError('sign_in_denied', `The identity provider answered "${reason.slice(0, 100)}".`, {
      cause: error,
    });
  }
  const { code = '' } = error as { code?: string };
  const isWrongAnswer = /^OAUTH_(INVALID_RESPONSE|JWT_|JSON_ATTRIBUTE|UNSUPPORTED)/.test(code);
  return isWrongAnswer
    ? new AppError('invalid_id_token', 'The identity provider’s answer was not accepted.', { cause: error })
    : new AppError('unavailable', `The identity provider "${provider.name}" does not answer as it should.`, {
        cause: error,
        retryAfterSeconds: 10,
      });
}

export function createOidcService({ issuers, store, signIn, clock, baseUrl }: Deps) {
  const byId = new Map(issuers.map((issuer) => [issuer.provider.id, issuer]));
  const redirectUri = (id: string) => `${baseUrl}/auth/oidc/${id}/callback`;

  function issuerOf(id: string): Issuer {
    const issuer = byId.get(id);
    if (!issuer) throw notFound(`Identity provider ${id}`);
    return issuer;
  }

  /** Who came back: by the ID token and, where it does not say enough, by the provider's user information. */
  async function identify(issuer: Issuer, url: URL, { state, nonce, verifier }: Journey) {
    const { provider } = issuer;
    const configuration = await issuer.configuration();
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.id_token ?? '';
    const claims = await verifyIdToken(issuer, clock, idToken, { clients: [provider.clientId], nonce });
    const name = { issuer: claims.iss, subject: claims.sub };
    if (!lacksClaims(provider, claims) || !configuration.serverMetadata().userinfo_endpoint)
      return { name, claims: claims as Claims, idToken };
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // What is said of an address belongs to the address of the same document.
    const { email: _email, email_verified: _verified, ...rest } = more;
    return { name, claims: { ...(claims.email === undefined ? more : rest), ...claims } as Claims, idToken };
  }

  return {
    list: (): { data: IdentityProvider[]; nextCursor: null } => ({
      data: issuers.map(({ provider: { id, name } }) => ({ id, name, startUrl: `/auth/oidc/${id}/start` })),
      nextCursor: null,
    }),

    async start(id: string, returnTo = home): Promise<{ url: string; journey: Omit<Journey, 'expiresAtMs'> }> {
      const issuer = issuerOf(id);
      const path = consolePath(returnTo, baseUrl);
      const configuration = await issuer.configuration();
      const journey = {
        providerId: id,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        returnTo: path,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(id),
        scope: issuer.provider.scopes.join(' '),
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, journey };
    },

    /** `query` is what the provider sent the browser back with. */
    async callback(id: string, { query, journey, device }: CallbackRequest): Promise<SignedIn> {
      const issuer = issuerOf(id);
      const url = new URL(`${redirectUri(id)}?${query}`);
      const state = url.searchParams.get('state') ?? '';
      // A link with somebody else's state must not end the sign-in that this browser is in.
      if (!journey || journey.providerId !== id || !secretsEqual(journey.state, state)) throw expired();
      if (!(await store.spend(sha256Hex(state), journey.expiresAtMs))) throw expired();
      const { idToken, ...person } = await identify(issuer, url, journey).catch((error: unknown) => {
        throw grantFailure(issuer, error);
      });
      // The browser is sent to the provider with this ID token when it signs out: it must not be exchanged as well.
      await store.spend(nonceDigest(journey.nonce), Number(person.claims.exp) * 1_000 + clockToleranceMs);
      const pair = await signIn({ provider: issuer.provider, ...person }, device);
      return { pair, returnTo: journey.returnTo, origin: { providerId: id, idToken } };
    },

    async exchange(id: string, { idToken, nonce }: Exchange, device: Device): Promise<TokenPair> {
      const issuer = issuerOf(id);
      const { provider } = issuer;
      const clients = [provider.clientId, ...provider.audiences];
      const claims = await verifyIdToken(issuer, clock, idToken, { clients, nonce });
      if (typeof claims.nonce === 'string' && (await store.isSpent(nonceDigest(claims.nonce)))) throw spentToken();
      return signIn({ provider, name: { issuer: claims.iss, subject: claims.sub }, claims }, device);
    },

    /** Where a browser ends its sign-in at the provider; undefined where the provider has no such address. */
    async logoutUrl({ providerId, idToken }: Origin): Promise<string | undefined> {
      const issuer = byId.get(providerId);
      if (!issuer) return undefined;
      const configuration = await issuer.configuration().catch(() => undefined);
      if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${baseUrl}${home}`,
        ...(idToken === undefined ? {} : { id_token_hint: idToken }),
      }).href;
    },

    forgetSpent: () => store.forgetSpent(clock.now()),
  };
}

export type OidcService = ReturnType<typeof createOidcService>;
