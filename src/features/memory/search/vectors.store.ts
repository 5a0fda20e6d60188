import type { Database, Transaction } from '../../../platform/db/database.ts';
import { asBytes, realArray, signBits, signText } from '../../../platform/search/bits.ts';
import type { Tier } from '../entries/memory.ts';

export type ToEmbed = {
  id: string;
  workspace_id: string;
  user_id: string;
  tier: Tier;
  content: string;
  /** Each version of an entry's content has its own `updated_at`. */
  updated_at: number;
  attempts: number;
};

export type VectorStore = ReturnType<typeof createVectorStore>;

/** Vectors, and the entries that wait for one. */
export function createVectorStore(database: Database) {
  const isEmbedded = database.engine === 'sqlite';
  const idsIn = (parameter: string) =>
    isEmbedded
      ? `(SELECT value FROM json_each(${parameter}))`
      : `(SELECT json_array_elements_text(CAST(${parameter} AS json)))`;
  const due = '(model IS NULL OR model = $1) AND due_at <= $2 ORDER BY due_at, created_at LIMIT $3';

  /** The sign bits are deleted with the vectors. */
  const forget = async (tx: Transaction, entryIds: readonly string[]): Promise<void> => {
    await tx.run(`DELETE FROM memory_vectors WHERE entry_id IN ${idsIn('$1')}`, [JSON.stringify(entryIds)]);
  };

  return {
    forget,

    /** Leases entries to this node until `until`; after that, any node may claim them. */
    async claim(model: string, now: number, limit: number, until: number): Promise<ToEmbed[]> {
      const claimed = isEmbedded
        ? `UPDATE memory_unembedded SET due_at = $4, attempts = attempts + 1
           WHERE entry_id IN (SELECT entry_id FROM memory_unembedded WHERE ${due}) RETURNING entry_id, attempts`
        : `WITH due AS (SELECT entry_id FROM memory_unembedded WHERE ${due} FOR UPDATE SKIP LOCKED)
           UPDATE memory_unembedded SET due_at = $4, attempts = attempts + 1
           WHERE entry_id = ANY (ARRAY(SELECT entry_id FROM due)) RETURNING entry_id, attempts`;
      const { rows } = await database.run<{ entry_id: string; attempts: number }>(claimed, [model, now, limit, until]);
      if (rows.length === 0) return [];
      const attempts = new Map(rows.map((row) => [row.entry_id, row.attempts]));
      const entries = await database.all<Omit<ToEmbed, 'attempts'>>(
        `SELECT id, workspace_id, user_id, tier, content, updated_at FROM memory_entries WHERE id IN ${idsIn('$1')}`,
        [JSON.stringify([...attempts.keys()])],
      );
      return entries.map((entry) => ({ ...entry, attempts: attempts.get(entry.id) ?? 1 }));
    },

    /** An entry that was changed meanwhile is due again at once; a superseded or deleted entry needs no vector. */
    async write(
      tx: Transaction,
      model: string,
      computed: readonly { entry: ToEmbed; vector: Float32Array }[],
    ): Promise<void> {
      const rows = await tx.all<{ id: string; updated_at: number; superseded_by: string | null }>(
        `SELECT id, updated_at, superseded_by FROM memory_entries WHERE id IN ${idsIn('$1')} ORDER BY id FOR UPDATE`,
        [JSON.stringify(computed.map(({ entry }) => entry.id))],
      );
      const current = new Map(rows.map((row) => [row.id, row]));
      const isChanged = ({ id, updated_at }: ToEmbed) => {
        const now = current.get(id);
        return now?.superseded_by === null && now.updated_at !== updated_at;
      };
      const changed = computed.filter(({ entry }) => isChanged(entry)).map(({ entry }) => entry.id);
      if (changed.length > 0)
        await tx.run(`UPDATE memory_unembedded SET due_at = 0, attempts = 0 WHERE entry_id IN ${idsIn('$1')}`, [
          JSON.stringify(changed),
        ]);
      const done = computed.filter(({ entry }) => current.has(entry.id) && !isChanged(entry));
      const doneIds = done.map(({ entry }) => entry.id);
      await tx.run(`DELETE FROM memory_unembedded WHERE entry_id IN ${idsIn('$1')}`, [JSON.stringify(doneIds)]);
      await forget(tx, doneIds);
      const kept = done.filter(
        ({ entry, vector }) => vector.length > 0 && current.get(entry.id)?.superseded_by === null,
      );
      await tx.runEach(
        isEmbedded
          ? `INSERT INTO memory_vectors (entry_id, model, dimension, vector, workspace_id, user_id)
             VALUES ($1, $2, $3, $4, $5, $6)`
          : 'INSERT INTO memory_vectors (entry_id, model, dimension, vector) VALUES ($1, $2, $3, CAST($4 AS REAL[]))',
        kept.map(({ entry: { id, workspace_id, user_id }, vector }) =>
          isEmbedded
            ? [id, model, vector.length, asBytes(vector), workspace_id, user_id]
            : [id, model, vector.length, realArray(vector)],
        ),
      );
      await tx.runEach(
        `INSERT INTO memory_bits (workspace_id, user_id, model, entry_id, tier, bits)
         VALUES ($1, $2, $3, $4, $5, ${isEmbedded ? '$6' : 'CAST($6 AS BIT VARYING)'})`,
        kept.map(({ entry: { id, workspace_id, user_id, tier }, vector }) => [
          workspace_id,
          user_id,
          model,
          id,
          tier,
          isEmbedded ? signBits(vector) : signText(vector),
        ]),
      );
    },

    /** The entries are tried again at `until`. */
    async postpone(entryIds: readonly string[], until: number): Promise<void> {
      await database.run(`UPDATE memory_unembedded SET due_at = $2 WHERE entry_id IN ${idsIn('$1')}`, [
        JSON.stringify(entryIds),
        until,
      ]);
    },

    /** The entries wait until `until`; this does not count as an attempt. */
    async keepBack(entryIds: readonly string[], until: number): Promise<void> {
      await database.run(`UPDATE memory_unembedded SET due_at = $2, attempts = 0 WHERE entry_id IN ${idsIn('$1')}`, [
        JSON.stringify(entryIds),
        until,
      ]);
    },

    async dropClaims(now: number): Promise<void> {
      if (await database.get('SELECT 1 FROM memory_unembedded WHERE due_at > $1 LIMIT 1', [now]))
        await database.run('UPDATE memory_unembedded SET due_at = 0 WHERE due_at > $1', [now]);
    },

    /** When the next entry is due; undefined when none waits. */
    async nextDue(model: string): Promise<number | undefined> {
      const sql =
        'SELECT due_at FROM memory_unembedded WHERE model IS NULL OR model = $1 ORDER BY due_at, created_at LIMIT 1';
      return (await database.get<{ due_at: number }>(sql, [model]))?.due_at;
    },

    /**
     * Marks up to `limit` entries, after a given position, whose vector is of another model. Returns the position of
     * the last one; undefined when there are no more.
     */
    async markOthers(model: string, after: { model: string; entryId: string }, limit: number, now: number) {
      const rows = await database.all<{ model: string; entry_id: string }>(
        `SELECT model, entry_id FROM memory_vectors WHERE (model, entry_id) > ($1, $2) AND model <> $3
         ORDER BY model, entry_id LIMIT $4`,
        [after.model, after.entryId, model, limit],
      );
      const last = rows.at(-1);
      if (!last) return undefined;
      await database.run(
        `INSERT INTO memory_unembedded (entry_id, created_at, due_at, model)
         SELECT id, CAST($2 AS BIGINT), 1, CAST($3 AS TEXT) FROM memory_entries WHERE id IN ${idsIn('$1')}
         ON CONFLICT (entry_id) DO UPDATE SET model = excluded.model`,
        [JSON.stringify(rows.map(({ entry_id }) => entry_id)), now, model],
      );
      return { model: last.model, entryId: last.entry_id };
    },

    /** The first and the last model name among the vectors: cheap, however many vectors there are. */
    models: async (): Promise<string[]> => {
      const sql = `SELECT (SELECT min(model) FROM memory_vectors) AS first, (SELECT max(model) FROM memory_vectors) AS last`;
      const row = await database.get<{ first: string | null; last: string | null }>(sql);
      return [row?.first, row?.last].filter((name) => typeof name === 'string');
    },
  };
}
