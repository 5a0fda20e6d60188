import { iso } from '../../kernel/clock.ts';
import type { Health, LastDay, Provider } from './connections.schema.ts';
import type { ConnectionRow } from './connections.store.ts';

export type Observed = { health: Health; lastDay: LastDay };

/** What a plain member does not see: addresses, names of headers, the words of failures, money. */
export const forMembers = <Shown extends Observed>(shown: Shown): Shown => ({
  ...shown,
  health: { ...shown.health, reason: null },
  lastDay: null,
});

const list = (json: string | null): string[] | null => (json === null ? null : (JSON.parse(json) as string[]));

export function shownConnection(row: ConnectionRow, observed: Observed, toManager: boolean): Provider {
  const shown: Provider = {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    kind: row.kind as Provider['kind'],
    baseUrl: toManager ? row.base_url : null,
    hasApiKey: row.api_key !== null,
    headerNames: toManager ? (list(row.header_names) ?? []) : [],
    models: list(row.models),
    pool: row.pool,
    weight: row.weight,
    firstTokenTimeoutMs: row.first_token_timeout_ms,
    timeoutMs: row.timeout_ms,
    ...observed,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
  return toManager ? shown : forMembers(shown);
}
