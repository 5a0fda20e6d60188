import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import * as client from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createKept } from './kept.ts';
import type { OidcProvider } from './provider-settings.ts';

/** By how much the issuer's clock and ours may differ. */
export const clockToleranceSeconds = 30;

const hourMs = 3_600_000;
/** A key that the issuer withdrew is not believed for longer than this. */
const keysFreshMs = 600_000;
/** Tokens that name unknown keys make the gateway ask the issuer this often at most. */
const betweenFetchesMs = 30_000;

const unavailable = ({ name }: OidcProvider, cause: unknown) =>
  new AppError('unavailable', `The identity provider "${name}" does not answer as it should. Try again later.`, {
    cause,
    retryAfterSeconds: 10,
  });

function authenticationFor({ clientSecret }: OidcProvider, methods: readonly string[] | undefined): client.ClientAuth {
  if (clientSecret === undefined) return client.None();
  // Basic is what every issuer must know; the form is what fewer get wrong.
  return methods?.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret);
}

/** Everything the gateway asks of an issuer. Nothing is asked before somebody signs in by it. */
export function createIssuer({ provider, clock }: { provider: OidcProvider; clock: Clock }) {
  const insecure = provider.allowHttp ? [client.allowInsecureRequests] : [];

  async function discover(): Promise<client.ServerMetadata> {
    const found = await client.discovery(new URL(provider.issuer), provider.clientId, undefined, client.None(), {
      execute: insecure,
      timeout: 5,
      [client.customFetch]: boundedFetch,
    });
    const server = { ...found.serverMetadata() };
    // To the letter: openid-client lets some hosts call themselves otherwise.
    if (server.issuer !== provider.issuer)
      throw new Error(`The issuer of the setting calls itself ${server.issuer.slice(0, 200)}.`);
    return server;
  }
  const metadata = createKept({ obtain: discover, clock, freshMs: hourMs, usableMs: 24 * hourMs });

  async function fetchKeys(): Promise<ReturnType<typeof createLocalJWKSet>> {
    const { jwks_uri: address = '' } = await metadata.get();
    if (!provider.allowHttp && !address.startsWith('https://'))
      throw new Error('The address of the keys is not https.');
    const response = await boundedFetch(address, { headers: { accept: 'application/json, application/jwk-set+json' } });
    if (response.status !== 200) throw new Error(`The keys were answered with ${response.status}.`);
    return createLocalJWKSet((await response.json()) as JSONWebKeySet);
  }
  const keys = createKept({ obtain: fetchKeys, clock, freshMs: keysFreshMs, usableMs: keysFreshMs });

  /** Throws a JWKSNoMatchingKey for a key that the issuer does not have. */
  async function keyFor(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    const current = await keys.get().catch((error: unknown) => {
      throw unavailable(provider, error);
    });
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await keys.newer(betweenFetchesMs).catch(() => undefined);
      if (!newer) throw error;
      return newer(header, token);
    }
  }

  return {
    provider,
    keyFor,

    metadata: () =>
      metadata.get().catch((error: unknown) => {
        throw unavailable(provider, error);
      }),

    /** For the calls of openid-client. */
    async configuration(): Promise<client.Configuration> {
      const server = await this.metadata();
      const settings = {
        // The shared clock of the nodes, which may not be this machine's.
        [client.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
        [client.clockTolerance]: clockToleranceSeconds,
      };
      const authentication = authenticationFor(provider, server.token_endpoint_auth_methods_supported);
      const configuration = new client.Configuration(server, provider.clientId, settings, authentication);
      configuration[client.customFetch] = boundedFetch;
      for (const allow of insecure) allow(configuration);
      return configuration;
    },
  };
}

export type Issuer = ReturnType<typeof createIssuer>;
