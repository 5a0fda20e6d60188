import type { Log } from '../../kernel/log.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { Owner, SearchedTables } from './search-index.ts';

type Deps = { database: OpenDatabase; tables: SearchedTables; log: Log; from?: number | undefined };

export type LargeScopes = ReturnType<typeof createLargeScopes>;

/**
 * The number of entries of one owner from which a graph (HNSW) is faster than a scan. A graph is used only where these
 * are a good part of all entries: it covers all owners, and hits of others are discarded.
 */
const largeFrom = 50_000;
const smallestShare = 0.1;
const keptMs = 60_000;
const keptAtMost = 1_000;
/** All nodes use the same lock, so that one of them creates the graph. */
const graphLock = 7_162_011;
const makingMs = 3_600_000;

export function createLargeScopes({ database, tables: { bits, owner: ownerColumn }, log, from = largeFrom }: Deps) {
  /** Only a hint: a scan is correct for any size. */
  const sizes = new Map<string, { isLarge: boolean; until: number }>();
  const ready = new Set<number>();
  let isMaking = false;

  async function measure({ workspaceId, ownerId }: Owner, model: string): Promise<boolean> {
    const row = await database.get<{ large: boolean }>(
      `WITH enough AS (
         SELECT greatest(CAST($4 AS BIGINT), CAST(reltuples * ${smallestShare} AS BIGINT)) AS entries
         FROM pg_class WHERE oid = CAST('${bits}' AS regclass)
       ) SELECT enough.entries <= (SELECT count(*) FROM (
           SELECT 1 FROM ${bits} WHERE workspace_id = $1 AND ${ownerColumn} = $2 AND model = $3
           LIMIT (SELECT entries FROM enough)
         ) AS few) AS large FROM enough`,
      [workspaceId, ownerId, model, from],
    );
    return row?.large ?? false;
  }

  async function isLarge(owner: Owner, model: string): Promise<boolean> {
    const key = `${owner.workspaceId} ${owner.ownerId} ${model}`;
    const now = performance.now();
    const kept = sizes.get(key);
    if (kept && kept.until > now) return kept.isLarge;
    if (sizes.size >= keptAtMost) sizes.clear();
    const measured = await measure(owner, model);
    sizes.set(key, { isLarge: measured, until: now + keptMs });
    return measured;
  }

  /** Does not block writers. An invalid index of a failed attempt is created again. */
  async function make(dimension: number): Promise<void> {
    const name = `${bits}_graph_${dimension}`;
    const client = await database.connections?.acquire();
    if (!client) return;
    try {
      const ask = async (text: string) =>
        (await client.query({ text, query_timeout: makingMs } as { text: string })).rows[0];
      const { modern } = await ask(
        "SELECT string_to_array(extversion, '.')::int[] >= '{0,8}' AS modern FROM pg_extension WHERE extname = 'vector'",
      );
      const { locked } = await ask(`SELECT pg_try_advisory_lock(${graphLock}) AS locked`);
      if (!modern || !locked) return;
      try {
        const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`;
        if (!(await ask(valid))?.valid) {
          log.info({ dimension }, 'creating a graph index for large memories');
          await ask('SET statement_timeout = 0');
          await ask(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
          await ask(
            `CREATE INDEX CONCURRENTLY ${name} ON ${bits}
             USING hnsw ((CAST(bits AS BIT(${dimension}))) bit_hamming_ops) WHERE length(bits) = ${dimension}`,
          );
        }
        ready.add(dimension);
      } finally {
        await ask(`SELECT pg_advisory_unlock(${graphLock})`);
        await ask('RESET statement_timeout');
      }
    } finally {
      database.connections?.release(client);
    }
  }

  return {
    /** Whether a graph exists and suits this owner; a missing one is created in the background. */
    async has(owner: Owner, model: string, dimension: number): Promise<boolean> {
      if (!(await isLarge(owner, model))) return false;
      if (ready.has(dimension)) return true;
      if (!isMaking) {
        isMaking = true;
        void make(dimension)
          .catch((error) =>
            log.warn({ err: error, dimension }, 'the graph index for large memories could not be created'),
          )
          .finally(() => {
            isMaking = false;
          });
      }
      return false;
    },
    /** For the searching transaction: the graph is read until it has returned enough entries of this owner. */
    settings:
      'SET LOCAL hnsw.ef_search = 400; SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL enable_sort = off',
  };
}
