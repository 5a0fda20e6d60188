import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import { newId } from '../../kernel/ids.ts';
import { nanoFromUsd, usd } from '../../kernel/money.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import { newKey, prefixOf } from './key-format.ts';
import type { CreatedKey, CreateKey, Key, UpdateKey } from './keys.schema.ts';
import { type KeyChanges, type KeyRow, type KeyStore, type OwnedKeyRow, readList } from './keys.store.ts';

type Deps = {
  store: KeyStore;
  audit: AuditLog;
  clock: Clock;
  quotas: Quotas;
  /** Whether a workspace may use an agent: its own, or one that was granted to it. */
  mayUseAgent(tx: Transaction, workspaceId: string, agentId: string): Promise<boolean>;
  /** The providers and connections that a workspace may name. */
  providersOf(workspaceId: string): Promise<readonly string[]>;
};
type Limits = Omit<UpdateKey, 'name'>;
/** A key of a person in a workspace. */
export type KeyOfPerson = Person & { keyId: string };

const text = (names: readonly string[] | null) => (names === null ? null : JSON.stringify(names));
const time = (at: number | null) => (at === null ? null : iso(at));

const shownKey = (row: OwnedKeyRow): Key => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  email: row.email,
  scopes: readList(row.scopes),
  models: readList(row.models),
  agents: readList(row.agents),
  monthlyBudgetUsd: row.monthly_budget_nano === null ? null : usd(row.monthly_budget_nano),
  requestsPerMinute: row.requests_per_minute,
  expiresAt: time(row.expires_at),
  lastUsedAt: time(row.last_used_at),
  lastUsedIp: row.last_used_ip,
  createdAt: iso(row.created_at),
});
const positionOf = ({ created_at, id }: KeyRow) => ({ at: created_at, id });

/** Personal keys as their makers, and the managers of a workspace, deal with them. */
export function createKeyService({ store, audit, clock, quotas, mayUseAgent, providersOf }: Deps) {
  /** In the transaction that ends a key. */
  const onRevoked = createHook<[tx: Transaction, key: KeyOfPerson]>();
  /** In the transaction that changes what a key may do. */
  const onChanged = createHook<[tx: Transaction, key: KeyOfPerson]>();

  /** One spelling only: a model that can be named in two ways is a limit that holds for one of them. */
  async function checkModels(workspaceId: string, models: readonly string[] | null | undefined): Promise<void> {
    if (!models) return;
    const providers = await providersOf(workspaceId);
    const unknown = models.find((name) => {
      const slash = name.indexOf('/');
      return !providers.includes(name.slice(0, Math.max(0, slash))) || slash === name.length - 1;
    });
    if (unknown !== undefined)
      throw invalidField('models', `must be provider/model, with a provider of ${providers.join(', ')}`);
  }

  async function checkAgents(tx: Transaction, workspaceId: string, agents: readonly string[] | null | undefined) {
    for (const id of agents ?? [])
      if (!(await mayUseAgent(tx, workspaceId, id))) throw invalidField('agents', `${id} was not found`);
  }

  function expiryOf(expiresAt: string | null | undefined): number | null {
    if (expiresAt === null || expiresAt === undefined) return null;
    const at = Date.parse(expiresAt);
    // Said so that NaN, which would be stored as "never", does not pass.
    if (!(at > clock.now())) throw invalidField('expiresAt', 'must lie in the future');
    return at;
  }

  /** What was left out stays as it was. */
  const changed = (before: KeyChanges, body: Limits & { name?: string }): KeyChanges => ({
    name: body.name ?? before.name,
    scopes: body.scopes === undefined ? before.scopes : text(body.scopes),
    models: body.models === undefined ? before.models : text(body.models),
    agents: body.agents === undefined ? before.agents : text(body.agents),
    monthly_budget_nano:
      body.monthlyBudgetUsd === undefined
        ? before.monthly_budget_nano
        : body.monthlyBudgetUsd === null
          ? null
          : nanoFromUsd(body.monthlyBudgetUsd),
    requests_per_minute: body.requestsPerMinute === undefined ? before.requests_per_minute : body.requestsPerMinute,
    expires_at: body.expiresAt === undefined ? before.expires_at : expiryOf(body.expiresAt),
  });
  const unlimited: KeyChanges = {
    name: '',
    scopes: null,
    models: null,
    agents: null,
    monthly_budget_nano: null,
    requests_per_minute: null,
    expires_at: null,
  };

  const record = (tx: Transaction, caller: Caller, action: string, key: KeyOfPerson, detail: Record<string, unknown>) =>
    audit.append(tx, {
      userId: key.userId,
      actor: caller.userId,
      action,
      target: key.keyId,
      outcome: 'success',
      detail: { workspaceId: key.workspaceId, ...detail },
    });

  async function revoke(caller: Caller, id: string, ofUser: string | null): Promise<void> {
    const { workspaceId } = caller;
    await store.transaction(async (tx) => {
      const userId = await store.revoke(tx, workspaceId, id, ofUser, clock.now());
      if (userId === undefined) throw notFound(`Key ${id}`);
      const key = { workspaceId, userId, keyId: id };
      await onRevoked.run(tx, key);
      await record(tx, caller, 'key.revoke', key, {});
    });
  }

  return {
    onRevoked,
    onChanged,

    async create(caller: Caller, body: CreateKey): Promise<CreatedKey> {
      const { workspaceId, userId } = caller;
      const key = newKey();
      const now = clock.now();
      await checkModels(workspaceId, body.models);
      const row = {
        ...changed(unlimited, body),
        id: newId('key', now),
        digest: sha256Hex(key),
        prefix: prefixOf(key),
        user_id: userId,
        workspace_id: workspaceId,
        created_at: now,
      };
      const made = await store.transaction(async (tx) => {
        // Removed a moment ago: a key that outlived it would come alive with the next invitation.
        if (!(await store.holdMember(tx, caller)))
          throw new AppError('forbidden', 'You are not a member of this workspace.');
        quotas.require('personalKeys', await store.count(tx, caller));
        await checkAgents(tx, workspaceId, body.agents);
        await store.insert(tx, row);
        await record(tx, caller, 'key.create', { workspaceId, userId, keyId: row.id }, { ...body });
        return store.find(caller, row.id, tx);
      });
      if (!made) throw notFound(`Key ${row.id}`);
      return { ...shownKey(made), key };
    },

    async list(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Key>> {
      const size = pageSize(limit);
      return pageOf(await store.list(caller, size + 1, readCursor(cursor)), size, positionOf, shownKey);
    },

    async listAll({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<Key>> {
      const size = pageSize(limit);
      return pageOf(await store.listAll(workspaceId, size + 1, readCursor(cursor)), size, positionOf, shownKey);
    },

    async get(caller: Caller, id: string): Promise<Key> {
      const row = await store.find(caller, id);
      if (!row) throw notFound(`Key ${id}`);
      return shownKey(row);
    },

    async update(caller: Caller, id: string, body: UpdateKey): Promise<Key> {
      const { workspaceId, userId } = caller;
      await checkModels(workspaceId, body.models);
      const key = { workspaceId, userId, keyId: id };
      const row = await store.transaction(async (tx) => {
        const before = await store.find(caller, id, tx);
        if (!before) throw notFound(`Key ${id}`);
        await checkAgents(tx, workspaceId, body.agents);
        if ((await store.update(tx, caller, id, changed(before, body))).changes !== 1) throw notFound(`Key ${id}`);
        await onChanged.run(tx, key);
        await record(tx, caller, 'key.update', key, { ...body });
        return store.find(caller, id, tx);
      });
      if (!row) throw notFound(`Key ${id}`);
      return shownKey(row);
    },

    revoke: (caller: Caller, id: string) => revoke(caller, id, caller.userId),
    /** The key of any member, for a manager of the workspace. */
    revokeOfAnyone: (caller: Caller, id: string) => revoke(caller, id, null),

    /** In the transaction that takes somebody out of a workspace: let in again, they make new ones. */
    memberRemoved: (tx: Transaction, member: Person) => store.revokeAll(tx, member, clock.now()),

    /** In the transaction in which the owner of an address gets an account that somebody else may have made. */
    async accountTakenOver(tx: Transaction, userId: string): Promise<void> {
      for (const { id, workspace_id } of await store.revokeAllOfPerson(tx, userId, clock.now()))
        await onRevoked.run(tx, { workspaceId: workspace_id, userId, keyId: id });
    },
  };
}

export type KeyService = ReturnType<typeof createKeyService>;
