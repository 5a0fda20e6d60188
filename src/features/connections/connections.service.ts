import type { Caller } from '../../http/authentication.ts';
import { permits } from '../../http/permissions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Connection, ConnectionSettings } from '../../platform/models/connections/connection.ts';
import { wrongName } from '../../platform/models/connections/connection-rules.ts';
import { addressOf } from '../../platform/models/connections/open-connection.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type AuditLog, changesOf } from '../audit/index.ts';
import type {
  CreateProvider,
  OperatorProvider,
  Provider,
  ProviderList,
  ProviderTest,
  UpdateProvider,
} from './connections.schema.ts';
import type { ConnectionRow, ConnectionStore } from './connections.store.ts';
import type { ObserveConnections } from './health.ts';
import { forMembers, shownConnection } from './shown.ts';
import { testConnection } from './test-connection.ts';

type Deps = {
  quotas: Quotas;
  store: ConnectionStore;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  connect(row: ConnectionRow): Connection;
  observe: ObserveConnections;
  /** The operator's connections that a workspace uses. */
  operatorsOf(workspaceId: string): Promise<readonly Connection[]>;
};

type Settings = Omit<ConnectionRow, 'id' | 'workspace_id' | 'created_at' | 'updated_at'>;

const seesAll = ({ role }: Caller): boolean => permits(role, 'providers.write');

const addressFor = ({ kind, base_url }: Pick<Settings, 'kind' | 'base_url'>): string | undefined =>
  addressOf({ kind: kind as ConnectionSettings['kind'], baseUrl: base_url ?? undefined });

const blank: Settings = {
  name: '',
  kind: '',
  base_url: null,
  api_key: null,
  headers: null,
  header_names: '[]',
  models: null,
  pool: null,
  weight: 1,
  first_token_timeout_ms: null,
  timeout_ms: null,
  key_refused_at: null,
};

/** What the audit log says; of the key and the headers, only that they changed. */
const audited = ({ key_refused_at: _, header_names: __, ...settings }: Settings) => settings;

export function createConnectionService(deps: Deps) {
  const { quotas, store, egress, secrets, audit, clock, connect, observe, operatorsOf } = deps;
  const record = (
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  function sealedHeaders(headers: Record<string, string>): Pick<Settings, 'headers' | 'header_names'> {
    egress.assertHeaders(headers);
    const names = Object.keys(headers);
    return {
      headers: names.length > 0 ? secrets.seal(JSON.stringify(headers)) : null,
      header_names: JSON.stringify(names),
    };
  }

  /** Takes fields by name; what is left out stays. */
  function merged(before: Settings, change: UpdateProvider): Settings {
    const kept = <Value>(given: Value | undefined, present: Value): Value => (given === undefined ? present : given);
    const json = (names: string[] | null | undefined) => names && JSON.stringify(names);
    return {
      name: change.name ?? before.name,
      kind: change.kind ?? before.kind,
      base_url: kept(change.baseUrl, before.base_url),
      api_key: kept(change.apiKey && secrets.seal(change.apiKey), before.api_key),
      ...(change.headers
        ? sealedHeaders(change.headers)
        : { headers: before.headers, header_names: before.header_names }),
      models: kept(json(change.models), before.models),
      pool: kept(change.pool, before.pool),
      weight: change.weight ?? before.weight,
      first_token_timeout_ms: kept(change.firstTokenTimeoutMs, before.first_token_timeout_ms),
      timeout_ms: kept(change.timeoutMs, before.timeout_ms),
      // Whether the new one is refused is not known.
      key_refused_at: change.apiKey === undefined ? before.key_refused_at : null,
    };
  }

  function requireAddress(settings: Settings): void {
    const address = addressFor(settings);
    if (address === undefined) throw invalidField('baseUrl', `is required for the kind ${settings.kind}`);
    egress.assertAllowed(address, 'baseUrl');
    if (new URL(address).hash) throw invalidField('baseUrl', 'must not have a fragment');
  }

  /** A new address must not receive the secrets for the old one. */
  function requireSecretsAgain(before: Settings, after: Settings, change: UpdateProvider): void {
    const originOf = (settings: Settings) => new URL(addressFor(settings) ?? 'http://unknown').origin;
    if (originOf(before) === originOf(after)) return;
    if (before.api_key !== null && change.apiKey === undefined)
      throw invalidField('apiKey', 'must be given again when the connection moves to another origin');
    if (before.headers !== null && change.headers === undefined)
      throw invalidField('headers', 'must be given again when the connection moves to another origin');
  }

  function requireNames(connections: readonly ConnectionRow[], { id, name }: ConnectionRow): void {
    if (connections.some((other) => other.name === name && other.id !== id))
      throw new AppError('conflict', `The workspace has a connection ${name} already.`);
    const wrong = wrongName(connections);
    if (wrong) throw invalidField(wrong.field, wrong.problem);
  }

  async function found({ workspaceId }: Caller, id: string): Promise<ConnectionRow> {
    const row = await store.find(workspaceId, id);
    if (!row) throw notFound(`Provider ${id}`);
    return row;
  }

  async function shownTo(caller: Caller, row: ConnectionRow): Promise<Provider> {
    const observed = (await observe(caller.workspaceId))({ id: row.id, key: row.id, keyRefusedAt: row.key_refused_at });
    return shownConnection(row, observed, seesAll(caller));
  }

  return {
    found,

    async create(caller: Caller, given: CreateProvider): Promise<Provider> {
      const now = clock.now();
      const settings = merged(blank, given);
      requireAddress(settings);
      const row: ConnectionRow = {
        id: newId('mcn', now),
        workspace_id: caller.workspaceId,
        ...settings,
        created_at: now,
        updated_at: now,
      };
      await store.transaction(async (tx) => {
        const present = await store.allForChange(tx, caller.workspaceId);
        quotas.require('connections', present.length);
        requireNames([...present, row], row);
        await store.insert(tx, row);
        await record(tx, caller, 'provider.create', row.id, { name: row.name, kind: row.kind });
      });
      return shownTo(caller, row);
    },

    async update(caller: Caller, id: string, change: UpdateProvider): Promise<Provider> {
      const row = await store.transaction(async (tx) => {
        const present = await store.allForChange(tx, caller.workspaceId);
        const before = present.find((one) => one.id === id);
        if (!before) throw notFound(`Provider ${id}`);
        const after: ConnectionRow = { ...before, ...merged(before, change), updated_at: clock.now() };
        requireAddress(after);
        requireSecretsAgain(before, after, change);
        requireNames(
          present.map((one) => (one.id === id ? after : one)),
          after,
        );
        await store.update(tx, after);
        await record(tx, caller, 'provider.update', id, changesOf(audited(before), audited(after)));
        return after;
      });
      return shownTo(caller, row);
    },

    get: async (caller: Caller, id: string): Promise<Provider> => shownTo(caller, await found(caller, id)),

    async list(caller: Caller): Promise<ProviderList> {
      const { workspaceId } = caller;
      const [rows, operators, observed] = await Promise.all([
        store.all(workspaceId),
        operatorsOf(workspaceId),
        observe(workspaceId),
      ]);
      const toManager = seesAll(caller);
      const operator = operators.map(({ id, name, catalogue, pool, weight }): OperatorProvider => {
        const shown = { name, kind: catalogue, pool, weight, ...observed({ id, key: name, keyRefusedAt: null }) };
        return toManager ? shown : forMembers(shown);
      });
      const own = rows.map((row) =>
        shownConnection(row, observed({ id: row.id, key: row.id, keyRefusedAt: row.key_refused_at }), toManager),
      );
      return { providers: own, operator };
    },

    /** Goes the way of a turn, through the guard of users' addresses, without paying for an answer. */
    async test(caller: Caller, id: string): Promise<ProviderTest> {
      const row = await found(caller, id);
      const tested = await testConnection(connect(row), row.api_key !== null);
      if (tested.ok && row.key_refused_at !== null) await store.keyWorks(caller.workspaceId, id);
      return tested;
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        await store.allForChange(tx, caller.workspaceId);
        const { changes } = await store.delete(tx, caller.workspaceId, id);
        if (changes === 0) throw notFound(`Provider ${id}`);
        await record(tx, caller, 'provider.delete', id);
      });
    },
  };
}

export type ConnectionService = ReturnType<typeof createConnectionService>;
