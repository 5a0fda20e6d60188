import type { Log } from '../../kernel/log.ts';
import type { Connection, ConnectionSettings } from '../../platform/models/connections/connection.ts';
import type { Scope } from '../../platform/models/connections/scope.ts';
import type { Models } from '../../platform/models/models.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { ConnectionRow, ConnectionStore } from './connections.store.ts';

/** What a workspace can reach: its connections as of a version (0: it never had any), and whether the operator's too. */
export type Reach = { workspaceId: string; version: number; useOperator: boolean };

type Deps = {
  store: Pick<ConnectionStore, 'all' | 'reach'>;
  secrets: SecretBox;
  models: Pick<Models, 'operator' | 'scope' | 'connect'>;
  /** Called for a connection whose key was refused when it was last used. */
  onRefused(id: string): void;
  log: Log;
};

type Opened = { row: string; connection: Connection };
type Kept = {
  version: number;
  opened: ReadonlyMap<string, Opened>;
  /** By whether the operator's connections belong to it. */
  scopes: Map<boolean, Scope>;
};

const mostKept = 2_000;

/**
 * The connections of workspaces, opened once for each change. The version comes with every admission, so nothing is
 * served with a key that was replaced, and a workspace without connections is never looked up.
 */
export function createScopes({ store, secrets, models, onRefused, log }: Deps) {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<Kept>>();
  /** Whose an own connection is. */
  const owners = new WeakMap<Connection, string>();
  let withoutOperator: Scope | undefined;

  /** Undefined if the key that it is encrypted under is gone: the server then refuses, which is seen. */
  function opened({ id, workspace_id }: ConnectionRow, sealed: string | null): string | undefined {
    try {
      return sealed === null ? undefined : secrets.open(sealed);
    } catch (error) {
      log.warn(
        { err: error, connection: id, workspaceId: workspace_id },
        'the key of a connection cannot be decrypted',
      );
      return undefined;
    }
  }

  function settingsOf(row: ConnectionRow): ConnectionSettings {
    const headers = opened(row, row.headers);
    return {
      id: row.id,
      name: row.name,
      kind: row.kind as ConnectionSettings['kind'],
      baseUrl: row.base_url ?? undefined,
      apiKey: opened(row, row.api_key),
      headers: headers === undefined ? undefined : (JSON.parse(headers) as Record<string, string>),
      models: row.models === null ? undefined : (JSON.parse(row.models) as string[]),
      pool: row.pool ?? undefined,
      weight: row.weight,
      firstTokenTimeoutMs: row.first_token_timeout_ms ?? undefined,
      timeoutMs: row.timeout_ms ?? undefined,
    };
  }

  function connect(row: ConnectionRow): Connection {
    const connection = models.connect(settingsOf(row));
    owners.set(connection, row.workspace_id);
    return connection;
  }

  /** A connection that did not change stays the same object, with its list of models. */
  async function load(workspaceId: string, version: number): Promise<Kept> {
    const rows = await store.all(workspaceId);
    for (const { id, key_refused_at } of rows) if (key_refused_at !== null) onRefused(id);
    const before = kept.get(workspaceId)?.opened;
    const now = rows.map((row): [string, Opened] => {
      const { key_refused_at: _, ...rest } = row;
      const text = JSON.stringify(rest);
      const known = before?.get(row.id);
      return [row.id, known?.row === text ? known : { row: text, connection: connect(row) }];
    });
    const loaded: Kept = { version, opened: new Map(now), scopes: new Map() };
    kept.delete(workspaceId);
    kept.set(workspaceId, loaded);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
    return loaded;
  }

  /** Callers at the same time share one load. */
  function loadOnce(workspaceId: string, version: number): Promise<Kept> {
    const key = `${workspaceId} ${version}`;
    const known = loading.get(key);
    if (known) return known;
    const promise = load(workspaceId, version).finally(() => loading.delete(key));
    loading.set(key, promise);
    return promise;
  }

  function scopeIn({ opened: connections, scopes }: Kept, useOperator: boolean): Scope {
    const known = scopes.get(useOperator);
    if (known) return known;
    const scope = models.scope(
      [...connections.values()].map(({ connection }) => connection),
      useOperator,
    );
    scopes.set(useOperator, scope);
    return scope;
  }

  /** No promise for a workspace without connections of its own, nor for one whose connections are known here. */
  function scopeOf({ workspaceId, version, useOperator }: Reach): Scope | Promise<Scope> {
    if (version === 0) {
      if (useOperator) return models.operator;
      withoutOperator ??= models.scope([], false);
      return withoutOperator;
    }
    const known = kept.get(workspaceId);
    // What was read later than the caller's version is newer than that.
    if (known && known.version >= version) return scopeIn(known, useOperator);
    return loadOnce(workspaceId, version).then((loaded) => scopeIn(loaded, useOperator));
  }

  return {
    scopeOf,
    connect,
    ownerOf: (connection: Connection): string | undefined => owners.get(connection),
    /** For callers that have not read the workspace's row themselves. */
    async scopeFor(workspaceId: string): Promise<Scope> {
      const row = await store.reach(workspaceId);
      return scopeOf({
        workspaceId,
        version: row?.connections_version ?? 0,
        useOperator: row?.use_operator_models !== 0,
      });
    },
  };
}

export type Scopes = ReturnType<typeof createScopes>;
