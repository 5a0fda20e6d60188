import { newest, type Position } from '../../../http/pagination.ts';
import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';

export type AgentVersionRow = {
  agent_id: string;
  version: number;
  body_version: number;
  body_digest: string | null;
  digest: string | null;
  definitions: string | null;
  changes: string;
  changed_by: string | null;
  created_at: number;
};

/**
 * An agent as it is now, with the row of its current version; nulls where an older gateway wrote the agent without a
 * version.
 */
export type PresentAgent = {
  id: string;
  workspace_id: string;
  version: number;
  body_version: number | null;
  body_digest: string | null;
  definitions: string | null;
};

const placesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');

/** Ids in one statement. */
const handful = 200;
async function inHandfuls<Row>(ids: readonly string[], read: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += handful) rows.push(...(await read(ids.slice(from, from + handful))));
  return rows;
}

const presentColumns = 'a.id, a.workspace_id, a.version, v.body_version, v.body_digest, v.definitions';
const withVersion = 'agents a LEFT JOIN agent_versions v ON v.agent_id = a.id AND v.version = a.version';
const holders = ['schedules', 'channels'] as const;

export function createAgentVersionStore(database: Database) {
  return {
    transaction: database.transaction,

    insertAll: (tx: Transaction, rows: readonly (AgentVersionRow & { body: string | null })[]) =>
      tx.runEach(
        `INSERT INTO agent_versions (agent_id, version, body_version, body_digest, digest, definitions, changes, changed_by, created_at, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
        rows.map((row) => [
          ...[row.agent_id, row.version, row.body_version, row.body_digest, row.digest, row.definitions, row.changes],
          ...[row.changed_by, row.created_at, row.body],
        ]),
      ),
    /** Updates the size of the agents' versions. */
    weigh: (tx: Transaction, ids: readonly string[]) =>
      tx.runEach(
        `UPDATE agents SET history_bytes = (SELECT COALESCE(sum(octet_length(COALESCE(v.body, '')) +
           octet_length(COALESCE(v.definitions, ''))), 0) FROM agent_versions v WHERE v.agent_id = agents.id) WHERE id = $1`,
        ids.map((id) => [id]),
      ),
    async bytesIn(tx: Transaction, workspaceId: string): Promise<number> {
      const sql = 'SELECT CAST(COALESCE(sum(history_bytes), 0) AS BIGINT) AS bytes FROM agents WHERE workspace_id = $1';
      return Number((await tx.get<{ bytes: number }>(sql, [workspaceId]))?.bytes ?? 0);
    },
    /** Adds the definitions to a version that was written without them. */
    describe: (tx: Transaction, { agent_id, version, definitions, digest, body_digest }: AgentVersionRow) =>
      tx.run(
        `UPDATE agent_versions SET definitions = $3, digest = $4, body_digest = $5
         WHERE agent_id = $1 AND version = $2 AND definitions IS NULL`,
        [agent_id, version, definitions, digest, body_digest],
      ),

    /** Locks the agent until the transaction ends: its current version stays current, and no version is deleted. */
    holdAgent: (tx: Transaction, agentId: string) =>
      tx.get<{ version: number }>('SELECT version FROM agents WHERE id = $1 FOR NO KEY UPDATE', [agentId]),
    exists: async (tx: Transaction, agentId: string, version: number): Promise<boolean> =>
      (await tx.get('SELECT version FROM agent_versions WHERE agent_id = $1 AND version = $2', [agentId, version])) !==
      undefined,

    page: (agentId: string, limit: number, { at }: Position = newest) =>
      database.all<AgentVersionRow>(
        `SELECT agent_id, version, body_version, body_digest, digest, definitions, changes, changed_by, created_at FROM agent_versions
         WHERE agent_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3`,
        [agentId, at, limit],
      ),
    find: (agentId: string, version: number) =>
      database.get<AgentVersionRow & { body: string }>(
        `SELECT v.agent_id, v.version, v.body_version, v.body_digest, v.digest, v.definitions, v.changes, v.changed_by, v.created_at, b.body
         FROM agent_versions v JOIN agent_versions b ON b.agent_id = v.agent_id AND b.version = v.body_version
         WHERE v.agent_id = $1 AND v.version = $2`,
        [agentId, version],
      ),

    current: (id: string) =>
      database.get<{ workspace_id: string; version: number; body: string }>(
        'SELECT workspace_id, version, body FROM agents WHERE id = $1',
        [id],
      ),
    definitionsOf: async (reader: Reader, agentId: string, version: number): Promise<string | null> =>
      (
        await reader.get<{ definitions: string | null }>(
          'SELECT definitions FROM agent_versions WHERE agent_id = $1 AND version = $2',
          [agentId, version],
        )
      )?.definitions ?? null,
    allPresent: (reader: Reader, ids: readonly string[]) =>
      inHandfuls(ids, (some) =>
        reader.all<PresentAgent>(
          `SELECT ${presentColumns} FROM ${withVersion} WHERE a.id IN (${placesFrom(1, some.length)}) ORDER BY a.id`,
          some,
        ),
      ),
    /** Locks the agents until the transaction ends, in the order of their ids. Reads after it see the newest state. */
    lock: (tx: Transaction, ids: readonly string[]) =>
      inHandfuls([...ids].sort(), (some) =>
        tx.all<{ id: string }>(
          `SELECT id FROM agents WHERE id IN (${placesFrom(1, some.length)}) ORDER BY id FOR NO KEY UPDATE`,
          some,
        ),
      ),

    /** Agents whose current definitions contain the text. The caller compares the definitions themselves. */
    naming: (reader: Reader, workspaceId: string, text: string) =>
      reader.all<{ id: string; definitions: string }>(
        `SELECT a.id, v.definitions FROM ${withVersion} WHERE a.workspace_id = $1 AND v.definitions LIKE $2 ORDER BY a.id`,
        [workspaceId, `%"${text}%`],
      ),
    /** The agents that each may pass work to; the body only where the version has no definitions. */
    passing: (reader: Reader, workspaceId: string, ids: readonly string[]) =>
      inHandfuls(ids, (some) =>
        reader.all<{ id: string; version: number; definitions: string | null; body: string | null }>(
          `SELECT a.id, a.version, v.definitions, CASE WHEN v.definitions IS NULL THEN a.body END AS body
           FROM ${withVersion} WHERE a.workspace_id = $1 AND a.id IN (${placesFrom(2, some.length)})`,
          [workspaceId, ...some],
        ),
      ),
    bumpAll: (tx: Transaction, ids: readonly string[], now: number) =>
      tx.runEach(
        'UPDATE agents SET version = version + 1, updated_at = $2 WHERE id = $1',
        ids.map((id) => [id, now]),
      ),

    /** Deletes versions up to `version` that no schedule or channel has accepted, directly or through an agent that passes work to this one. */
    async forgetUpTo(tx: Transaction, agentId: string, workspaceId: string, version: number): Promise<void> {
      const held = new Set<number>();
      for (const table of holders) {
        const own = await tx.all<{ version: number | null }>(
          `SELECT DISTINCT accepted_version AS version FROM ${table} WHERE agent_id = $1`,
          [agentId],
        );
        const passed = await tx.all<{ definitions: string }>(
          `SELECT DISTINCT v.agent_id, v.version, v.definitions FROM agents a JOIN ${table} h ON h.agent_id = a.id
           JOIN agent_versions v ON v.agent_id = h.agent_id AND v.version = h.accepted_version
           WHERE a.workspace_id = $1 AND v.definitions LIKE $2`,
          [workspaceId, `%"${agentId}"%`],
        );
        for (const one of own) if (one.version !== null) held.add(one.version);
        for (const { definitions } of passed) {
          const { agents } = JSON.parse(definitions) as { agents: Record<string, number> };
          held.add(agents[agentId] ?? 0);
        }
      }
      const kept = [...held, 0].map(String).join(', ');
      await tx.run(
        `DELETE FROM agent_versions WHERE agent_id = $1 AND version <= $2 AND version NOT IN (${kept}) AND version NOT IN
           (SELECT k.body_version FROM agent_versions k WHERE k.agent_id = $1 AND (k.version > $2 OR k.version IN (${kept})))`,
        [agentId, version],
      );
    },

    /** Agents whose current version is missing or has no definitions. */
    unwritten: (after: string) =>
      database.all<{ id: string }>(
        `SELECT a.id FROM ${withVersion} WHERE a.id > $1 AND v.definitions IS NULL ORDER BY a.id LIMIT 100`,
        [after],
      ),
  };
}

export type AgentVersionStore = ReturnType<typeof createAgentVersionStore>;
