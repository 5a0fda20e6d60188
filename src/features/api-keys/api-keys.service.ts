import { randomBytes } from 'node:crypto';
import { scopes as allScopes, bootstrapActor, type KeyHolder, type Scope } from '../../http/authentication.ts';
import { type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, dayMs, iso } from '../../kernel/clock.ts';
import { parseDurationMs } from '../../kernel/durations.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { secretsEqual, sha256Hex } from '../../platform/crypto/digest.ts';
import type { AuditLog } from '../audit/index.ts';
import type {
  ApiKey,
  CreateApiKey,
  CreatedApiKey,
  CreatedServiceAccount,
  CreateServiceAccount,
  ServiceAccount,
} from './api-keys.schema.ts';
import type { ApiKeyRow, ApiKeyStore, ServiceAccountRow } from './api-keys.store.ts';

const accountLifetimeMs = 90 * dayMs;
const touchEveryMs = 60_000;

type Deps = {
  store: ApiKeyStore;
  audit: AuditLog;
  clock: Clock;
  /** The keys of GATEWAY_API_KEY, good for every scope. */
  bootstrapKeys: readonly string[];
  signServiceToken: (accountId: string, expiresAtMs: number) => string;
  readServiceToken: (token: string) => string | undefined;
};

export type PageRequest = { limit?: number; cursor?: string };

const shownKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: JSON.parse(row.scopes) as Scope[],
  expiresAt: row.expires_at === null ? null : iso(row.expires_at),
  lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
  createdAt: iso(row.created_at),
});

const shownAccount = ({ id, name, expires_at, created_at }: ServiceAccountRow): ServiceAccount => ({
  id,
  name,
  expiresAt: iso(expires_at),
  createdAt: iso(created_at),
});

const positionOf = ({ created_at, id }: { created_at: number; id: string }) => ({ at: created_at, id });

export function createApiKeyService({ store, audit, clock, bootstrapKeys, signServiceToken, readServiceToken }: Deps) {
  // One answer for a missing and a wrong key, so that the client cannot tell which it was.
  const refused = () => new AppError('invalid_api_key', 'Send a valid key in the x-api-key header.');

  return {
    async authenticate(key: string | undefined, scope: Scope): Promise<KeyHolder> {
      if (!key) throw refused();
      // All keys are compared even after a match, so that the time reveals nothing.
      if (bootstrapKeys.map((known) => secretsEqual(known, key)).includes(true))
        return { actor: bootstrapActor, scopes: allScopes };
      const row = await store.findByDigest(sha256Hex(key));
      const now = clock.now();
      if (!row || (row.expires_at !== null && row.expires_at <= now)) throw refused();
      const scopes = JSON.parse(row.scopes) as Scope[];
      if (!scopes.includes(scope)) throw new AppError('insufficient_scope', `This key lacks the scope "${scope}".`);
      if (row.last_used_at === null || now - row.last_used_at > touchEveryMs) await store.touch(row.id, now);
      return { actor: `key:${row.id}`, scopes };
    },

    /** A key can grant only scopes that it has itself. */
    async create(holder: KeyHolder, { name, scopes, expiresAt }: CreateApiKey): Promise<CreatedApiKey> {
      const { actor } = holder;
      const missing = scopes.filter((scope) => !holder.scopes.includes(scope));
      if (missing.length > 0)
        throw new AppError('insufficient_scope', `This key cannot give what it does not have: ${missing.join(', ')}.`);
      const now = clock.now();
      const expires_at = expiresAt === undefined ? null : Date.parse(expiresAt);
      // Written as a negation because of NaN, which would be stored as "never".
      if (expires_at !== null && !(expires_at > now)) throw invalidField('expiresAt', 'must lie in the future');
      const key = `gw_${randomBytes(32).toString('base64url')}`;
      const row = {
        id: newId('key', clock.now()),
        name,
        prefix: key.slice(0, 9),
        digest: sha256Hex(key),
        scopes: JSON.stringify(scopes),
        expires_at,
        created_at: now,
      };
      await store.transaction(async (tx) => {
        await store.insert(tx, row);
        await audit.append(tx, {
          actor,
          action: 'api_key.create',
          target: row.id,
          outcome: 'success',
          detail: { name, scopes, expiresAt: expiresAt ?? null },
        });
      });
      return { ...shownKey({ ...row, last_used_at: null }), key };
    },

    async list({ limit, cursor }: PageRequest): Promise<Page<ApiKey>> {
      const size = pageSize(limit);
      return pageOf(await store.list(size + 1, readCursor(cursor)), size, positionOf, shownKey);
    },

    async delete(actor: string, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, id))) throw notFound(`API key ${id}`);
        await audit.append(tx, { actor, action: 'api_key.delete', target: id, outcome: 'success' });
      });
    },

    async createAccount(actor: string, { name, expiresIn }: CreateServiceAccount): Promise<CreatedServiceAccount> {
      const lifetimeMs = expiresIn === undefined ? accountLifetimeMs : parseDurationMs(String(expiresIn));
      if (!lifetimeMs || lifetimeMs > 3_650 * dayMs)
        throw invalidField('expiresIn', 'must be between one second and ten years');
      const now = clock.now();
      const row = { id: newId('svc', now), name, expires_at: now + lifetimeMs, created_at: now };
      await store.transaction(async (tx) => {
        await store.insertAccount(tx, row);
        await audit.append(tx, {
          actor,
          action: 'service_account.create',
          target: row.id,
          outcome: 'success',
          detail: { name },
        });
      });
      return { ...shownAccount(row), accessToken: signServiceToken(row.id, row.expires_at) };
    },

    async listAccounts({ limit, cursor }: PageRequest): Promise<Page<ServiceAccount>> {
      const size = pageSize(limit);
      return pageOf(await store.listAccounts(size + 1, readCursor(cursor)), size, positionOf, shownAccount);
    },

    async deleteAccount(actor: string, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.deleteAccount(tx, id))) throw notFound(`Service account ${id}`);
        await audit.append(tx, { actor, action: 'service_account.delete', target: id, outcome: 'success' });
      });
    },

    /** False when the token is not a service account's; throws when it is one that was revoked. */
    async authenticateAccount(token: string): Promise<boolean> {
      const accountId = readServiceToken(token);
      if (accountId === undefined) return false;
      if (!(await store.findAccount(accountId)))
        throw new AppError('token_revoked', 'The service account has been revoked.');
      return true;
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;
