import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import Provider, { type Configuration, type JWK } from 'oidc-provider';

export type Claims = Record<string, unknown>;
type KeyPair = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK };

export const testClient = { id: 'gateway', secret: 'the-secret-of-the-gateway-at-the-issuer' };

async function newKeyPair(kid: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    kid,
    privateKey,
    publicKey,
    jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } as JWK,
  };
}

type Options = {
  /** The gateways that may send people here. */
  baseUrls?: readonly string[];
  /** Claims beyond the subject are in the ID token, not only in the user information. */
  claimsInIdToken?: boolean;
};

/** A real OpenID provider on a free port. Who asks with the cookie `person` is that person, without a page. */
export async function startIdentityProvider({ baseUrls = [], claimsInIdToken = false }: Options = {}) {
  const people = new Map<string, Claims>();
  const asked: string[] = [];
  let keys = await newKeyPair('first');
  let answer: RequestListener = () => undefined;
  const server = createServer((request, response) => {
    asked.push((request.url ?? '').split('?', 1)[0] ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function serve(pair: KeyPair): void {
    const settings: Configuration = {
      clients: [
        {
          client_id: testClient.id,
          client_secret: testClient.secret,
          redirect_uris: baseUrls.flatMap((url) =>
            ['a', 'b', 'company'].map((id) => `${url}/auth/oidc/${id}/callback`),
          ),
          post_logout_redirect_uris: baseUrls.map((url) => `${url}/console`),
          ...(baseUrls.length === 0 ? { redirect_uris: ['https://gateway.example.com/callback'] } : {}),
        },
      ],
      jwks: { keys: [pair.jwk] },
      cookies: { keys: ['a key for cookies of tests'] },
      conformIdTokenClaims: !claimsInIdToken,
      claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
      findAccount: (_context, accountId) =>
        people.has(accountId) ? { accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) } : undefined,
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
    const provider = new Provider(issuer, settings);
    const pages = provider.callback();
    const logIn = (request: IncomingMessage, response: ServerResponse) => {
      const person = /(?:^|; )person=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
      const result = person
        ? { login: { accountId: decodeURIComponent(person) } }
        : { error: 'access_denied', error_description: 'Nobody is here.' };
      return provider.interactionFinished(request, response, result);
    };
    answer = (request, response) =>
      void (request.url?.startsWith('/interaction/') ? logIn(request, response) : pages(request, response));
  }
  serve(keys);

  return {
    issuer,
    people,
    /** The paths that were asked for, in order. */
    asked,
    setting: (more: object = {}) => ({
      id: 'company',
      name: 'Company login',
      issuer,
      clientId: testClient.id,
      clientSecret: testClient.secret,
      ...more,
    }),
    publicKey: () => keys.publicKey,

    /** A token as the issuer would sign it, with whatever claims. */
    sign(
      claims: Claims,
      { header = {}, key }: { header?: Partial<JWTHeaderParameters>; key?: CryptoKey | Uint8Array } = {},
    ) {
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid, ...header })
        .sign(key ?? keys.privateKey);
    },

    /** From now on it signs with another key, and publishes only that. */
    async rotate(kid: string): Promise<void> {
      keys = await newKeyPair(kid);
      serve(keys);
    },

    /** Answers in another way until it is given undefined. */
    instead(listener: RequestListener | undefined): void {
      if (listener) answer = listener;
      else serve(keys);
    },

    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;
