import { randomBytes } from 'node:crypto';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { findsNewWord } from '../../platform/db/words/word-index-probe.ts';

export type StoredVector = { workspaceId: string; userId: string; model: string; vector: Uint8Array | number[] };

/** Dead letters are counted up to this number; the exact number beyond it does not matter. */
const countedTo = 10_000;
const hourMs = 3_600_000;

const oldestDueSql = {
  job: `SELECT min(run_at) AS since FROM jobs
    WHERE state = 'ready' AND run_at <= $1 AND (claim IS NULL OR lease_until <= $1) AND queue <> $2`,
  // Ids grow with time, so the first one is the oldest: a long backlog is not read.
  event:
    'SELECT created_at AS since FROM (SELECT created_at FROM events ORDER BY id LIMIT 1) AS first WHERE created_at <= $1',
  delivery: 'SELECT min(due_at) AS since FROM deliveries WHERE due_at IS NOT NULL AND due_at <= $1',
};
const isDead = { jobs: "state = 'dead'", deliveries: "status = 'dead'" };

export type ProbeStore = ReturnType<typeof createProbeStore>;

/** The queries of the checks. */
export function createProbeStore(database: Database) {
  const { engine } = database;
  return {
    engine,

    /** Whether a row that was written can be read back. */
    async writesAndReads(now: number): Promise<boolean> {
      const [id, value] = [newId('dgn', now), randomBytes(16).toString('hex')];
      await database.run('INSERT INTO diagnostics_probe (id, value, created_at) VALUES ($1, $2, $3)', [id, value, now]);
      const row = await database.get<{ value: string }>('SELECT value FROM diagnostics_probe WHERE id = $1', [id]);
      // Also deletes the rows of nodes that died before they could.
      await database.run('DELETE FROM diagnostics_probe WHERE id = $1 OR created_at < $2', [id, now - hourMs]);
      return row?.value === value;
    },

    findsNewDocument: (): Promise<boolean> => database.transaction(findsNewWord),
    async lacksSearchIndex(): Promise<boolean> {
      if (engine === 'sqlite') return false;
      const row = await database.get<{ missing: number }>(
        `SELECT count(*) AS missing FROM (VALUES ('message_words_index'), ('memory_words_index')) AS wanted (name)
         LEFT JOIN pg_index ON indexrelid = to_regclass(wanted.name) AND indisvalid WHERE indexrelid IS NULL`,
      );
      return (row?.missing ?? 0) > 0;
    },
    someVector: () =>
      database.get<StoredVector>(
        `SELECT e.workspace_id AS "workspaceId", e.user_id AS "userId", v.model, v.vector
         FROM memory_vectors v JOIN memory_entries e ON e.id = v.entry_id WHERE e.superseded_by IS NULL LIMIT 1`,
      ),

    /** The due time of the row that has waited longest; `exceptQueue` is the queue of the probe itself. */
    async oldestDue(kind: keyof typeof oldestDueSql, now: number, exceptQueue: string): Promise<number | undefined> {
      const params = kind === 'job' ? [now, exceptQueue] : [now];
      const row = await database.get<{ since: number | null }>(oldestDueSql[kind], params);
      return row?.since ? Number(row.since) : undefined;
    },
    async countDead(table: keyof typeof isDead, since: number): Promise<{ found: number; recent: number }> {
      const sql = `SELECT count(*) AS found, sum(CASE WHEN created_at > $1 THEN 1 ELSE 0 END) AS recent
        FROM (SELECT created_at FROM ${table} WHERE ${isDead[table]} ORDER BY id DESC LIMIT ${countedTo}) AS dead`;
      const row = await database.get<{ found: number; recent: number | null }>(sql, [since]);
      return { found: Number(row?.found ?? 0), recent: Number(row?.recent ?? 0) };
    },
  };
}
