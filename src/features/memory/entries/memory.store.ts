import { newest, type Position } from '../../../http/pagination.ts';
import { utcDay } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, Engine, Transaction } from '../../../platform/db/database.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import { type EntryRow, type MemorySource, type NewEntry, personIn, type Tier } from './memory.ts';
import { deleteWords, writeWithWords } from './memory-words.store.ts';
import { noteProfileChange, noteRemoval, profileChangedAt } from './profile-changes.store.ts';

type Deps = {
  database: Database;
  publish: PublishEvent;
  /** Called after a commit that added entries to embed. */
  wakeEmbedder(): void;
  /** For entries that stay; the vectors of deleted entries are deleted by a cascade. */
  forgetVectors(tx: Transaction, entryIds: readonly string[]): Promise<void>;
};

export type MemoryStore = ReturnType<typeof createMemoryStore>;

export const entryColumns = `id, workspace_id, user_id, tier, day, position, field, value, content, source_kind, source_session_id,
  source_agent_id, source_run_id, origin_id, superseded_by, recall_count, last_recalled_at, created_at, updated_at`;

/** How many former values of a profile field are kept for withdrawing what was captured. */
const formerValues = 5;

/** A JSON array of ids as a subquery for IN. */
const idsIn: Record<Engine, (parameter: string) => string> = {
  sqlite: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  postgres: (parameter) => `(SELECT json_array_elements_text(CAST(${parameter} AS json)))`,
};

/** A profile field as text, for search and for the model. */
export const profileContent = (field: string, value: unknown): string =>
  `${field.replace(/[_.-]+|(?<=[a-z])(?=[A-Z])/g, ' ').trim()}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** Each version of an entry's content has its own `updated_at`. */
const later = ({ updated_at }: EntryRow, now: number): number => Math.max(now, updated_at + 1);

export function createMemoryStore({ database, publish, wakeEmbedder, forgetVectors }: Deps) {
  /** The embedder deletes this mark only if the entry's `updated_at` is still the one it read. */
  const toEmbed = async (tx: Transaction, id: string, now: number) => {
    await tx.run(
      `INSERT INTO memory_unembedded (entry_id, created_at) VALUES ($1, $2)
       ON CONFLICT (entry_id) DO UPDATE SET due_at = 0, attempts = 0, model = NULL`,
      [id, now],
    );
    tx.afterCommit(wakeEmbedder);
  };
  const written = (tx: Transaction, { workspaceId, userId }: Person, entryId: string, tier: Tier, now: number) =>
    publish(tx, { workspaceId, userId }, 'memory.written', { entryId, tier, userId, workspaceId }, now);

  /** Locks the counter's row until the commit, so that every number is given once. */
  async function nextPosition(tx: Transaction, { workspaceId, userId }: Person, name: string): Promise<number> {
    const { rows } = await tx.run<{ next: number }>(
      `INSERT INTO memory_counters (workspace_id, user_id, name, next) VALUES ($1, $2, $3, 1)
       ON CONFLICT (workspace_id, user_id, name) DO UPDATE SET next = memory_counters.next + 1 RETURNING next`,
      [workspaceId, userId, name],
    );
    return (rows[0]?.next ?? 1) - 1;
  }

  /** The caller gives `id` where something must refer to the entry before it is inserted. */
  async function insertEntry(
    tx: Transaction,
    person: Person,
    entry: NewEntry,
    now: number,
    id: string = newId('mem', now),
  ): Promise<EntryRow> {
    const { at = now } = entry;
    const day = entry.tier === 'daily' ? (entry.day ?? utcDay(at)) : null;
    const counter = entry.tier === 'daily' ? day : entry.tier === 'strategic' ? 'notes' : null;
    const row: EntryRow = {
      id,
      workspace_id: person.workspaceId,
      user_id: person.userId,
      tier: entry.tier,
      day,
      position: counter === null ? null : await nextPosition(tx, person, counter),
      field: entry.field ?? null,
      value: entry.value === undefined ? null : JSON.stringify(entry.value),
      content: entry.content,
      source_kind: entry.source.kind,
      source_session_id: entry.source.sessionId ?? null,
      source_agent_id: entry.source.agentId ?? null,
      source_run_id: entry.source.runId ?? null,
      origin_id: entry.originId ?? null,
      superseded_by: null,
      recall_count: 0,
      last_recalled_at: null,
      created_at: at,
      updated_at: at,
    };
    if (row.tier === 'profile') await noteProfileChange(tx, person, now);
    await writeWithWords(tx, person, row, async (searchId) => {
      await tx.run(
        `INSERT INTO memory_entries (id, workspace_id, user_id, tier, day, position, field, value, content, source_kind,
           source_session_id, source_agent_id, origin_id, created_at, updated_at, source_run_id, search_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, ${searchId})`,
        [
          row.id,
          row.workspace_id,
          row.user_id,
          row.tier,
          row.day,
          row.position,
          row.field,
          row.value,
          row.content,
          row.source_kind,
          row.source_session_id,
          row.source_agent_id,
          row.origin_id,
          at,
          row.source_run_id,
        ],
      );
    });
    await toEmbed(tx, id, now);
    await written(tx, person, id, row.tier, now);
    return row;
  }

  /** Words and vector are computed again. Tier and number stay, and so does the source unless given. */
  async function updateEntry(
    tx: Transaction,
    person: Person,
    before: EntryRow,
    { content, value, source, at }: { content: string; value?: unknown; source?: MemorySource; at?: number },
    now: number,
  ): Promise<EntryRow> {
    const after: EntryRow = {
      ...before,
      content,
      value: value === undefined ? before.value : JSON.stringify(value),
      ...(source && {
        source_kind: source.kind,
        source_session_id: source.sessionId ?? null,
        source_agent_id: source.agentId ?? null,
        source_run_id: source.runId ?? null,
      }),
      updated_at: later(before, at ?? now),
    };
    if (after.tier === 'profile') await noteProfileChange(tx, person, now);
    await deleteWords(tx, before.id);
    await writeWithWords(tx, person, after, async (searchId) => {
      await tx.run(
        `UPDATE memory_entries SET content = $4, value = $5, source_kind = $6, source_session_id = $7,
           source_agent_id = $8, updated_at = $9, source_run_id = $10, search_id = ${searchId}
         WHERE workspace_id = $1 AND user_id = $2 AND id = $3`,
        [
          person.workspaceId,
          person.userId,
          before.id,
          after.content,
          after.value,
          after.source_kind,
          after.source_session_id,
          after.source_agent_id,
          after.updated_at,
          after.source_run_id,
        ],
      );
    });
    await forgetVectors(tx, [before.id]);
    await toEmbed(tx, before.id, now);
    await written(tx, person, before.id, before.tier, now);
    return after;
  }

  const profileEntry = ({ workspaceId, userId }: Person, field: string, reader: Pick<Database, 'get'> = database) =>
    reader.get<EntryRow>(
      `SELECT ${entryColumns} FROM memory_entries
       WHERE workspace_id = $1 AND user_id = $2 AND field = $3 AND tier = 'profile' AND superseded_by IS NULL`,
      [workspaceId, userId, field],
    );

  /** Deletes the entry and the entries it superseded, which could not be reached any more. */
  async function remove(tx: Transaction, { workspaceId, userId }: Person, id: string): Promise<boolean> {
    const { changes } = await tx.run(
      `WITH RECURSIVE gone (id) AS (
         SELECT id FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id = $3
         UNION SELECT e.id FROM memory_entries e JOIN gone ON e.superseded_by = gone.id
           WHERE e.workspace_id = $1 AND e.user_id = $2
       ) DELETE FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id IN (SELECT id FROM gone)`,
      [workspaceId, userId, id],
    );
    return changes > 0;
  }

  /** The row is kept for the export and for a revert; it is not listed, searched or recalled. */
  async function supersede(tx: Transaction, person: Person, id: string, byId: string, now: number): Promise<boolean> {
    const { changes } = await tx.run(
      `UPDATE memory_entries SET superseded_by = $4, updated_at = $5
       WHERE workspace_id = $1 AND user_id = $2 AND id = $3 AND superseded_by IS NULL`,
      [person.workspaceId, person.userId, id, byId, now],
    );
    if (changes === 0) return false;
    await deleteWords(tx, id);
    await tx.run('DELETE FROM memory_unembedded WHERE entry_id = $1', [id]);
    await forgetVectors(tx, [id]);
    return true;
  }

  /** Of the former values of a field the newest are kept. */
  async function forgetOldest(tx: Transaction, person: Person, field: string): Promise<void> {
    const oldest = await tx.get<{ id: string }>(
      `SELECT id FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND tier = 'profile' AND field = $3
         AND superseded_by IS NOT NULL ORDER BY updated_at DESC, id DESC LIMIT 1 OFFSET ${formerValues}`,
      [person.workspaceId, person.userId, field],
    );
    if (oldest) await remove(tx, person, oldest.id);
  }

  return {
    transaction: database.transaction,
    insertEntry,
    /** How many entries a person has, counted up to `most`. */
    async countOf(key: string, most: number): Promise<number> {
      const { workspaceId, userId } = personIn(key);
      const row = await database.get<{ entries: number }>(
        `SELECT count(*) AS entries FROM
           (SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT $3) AS counted`,
        [workspaceId, userId, most],
      );
      return Number(row?.entries ?? 0);
    },
    updateEntry,
    remove,
    profileEntry,

    /** Overwrites the value. To keep the former value, supersede the entry and insert another. */
    async setProfileField(
      tx: Transaction,
      person: Person,
      { field, value, source, at }: { field: string; value: unknown; source: MemorySource; at?: number },
      now: number,
    ): Promise<EntryRow> {
      await noteProfileChange(tx, person, now);
      const before = await profileEntry(person, field, tx);
      const content = profileContent(field, value);
      if (!before)
        return insertEntry(tx, person, { tier: 'profile', content, field, value, source, at: at ?? now }, now);
      if (before.value === JSON.stringify(value) && before.source_kind === source.kind) return before;
      if (source.runId) {
        // What was captured may be withdrawn: the former value is kept for that.
        const id = newId('mem', now);
        await supersede(tx, person, before.id, id, now);
        await forgetOldest(tx, person, field);
        return insertEntry(tx, person, { tier: 'profile', content, field, value, source, at: at ?? now }, now, id);
      }
      return updateEntry(tx, person, before, { content, value, source, at: at ?? now }, now);
    },
    /** The person said it again: statements from before `at` that are captured later are older than this entry. */
    async confirm(tx: Transaction, { workspaceId, userId }: Person, { id }: EntryRow, at: number): Promise<void> {
      await tx.run(
        'UPDATE memory_entries SET updated_at = $4 WHERE id = $1 AND workspace_id = $2 AND user_id = $3 AND updated_at < $4',
        [id, workspaceId, userId, at],
      );
    },
    async removeProfileField(tx: Transaction, person: Person, field: string, now: number): Promise<boolean> {
      await noteProfileChange(tx, person, now);
      await noteRemoval(tx, person, field, now);
      const before = await profileEntry(person, field, tx);
      return before !== undefined && (await remove(tx, person, before.id));
    },

    profileChangedAt: (person: Person) => profileChangedAt(database, person),

    async countProfile(tx: Transaction, { workspaceId, userId }: Person): Promise<number> {
      const row = await tx.get<{ count: number }>(
        `SELECT count(*) AS count FROM memory_entries
         WHERE workspace_id = $1 AND user_id = $2 AND tier = 'profile' AND superseded_by IS NULL`,
        [workspaceId, userId],
      );
      return row?.count ?? 0;
    },

    find: ({ workspaceId, userId }: Person, id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<EntryRow>(
        `SELECT ${entryColumns} FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id = $3`,
        [workspaceId, userId, id],
      ),
    /** In no particular order, without deleted ones. */
    findMany: async (
      { workspaceId, userId }: Person,
      ids: readonly string[],
      reader: Pick<Database, 'all'> = database,
    ) =>
      ids.length === 0
        ? []
        : reader.all<EntryRow>(
            // `|| ''` prevents the use of the index of persons: SQLite would read all entries of the person.
            `SELECT ${entryColumns} FROM memory_entries
             WHERE workspace_id || '' = $1 AND user_id || '' = $2 AND id IN ${idsIn[database.engine]('$3')}`,
            [workspaceId, userId, JSON.stringify(ids)],
          ),
    /** Without superseded entries, newest first. */
    list: (
      { workspaceId, userId }: Person,
      { tier, limit, before = newest }: { tier: Tier; limit: number; before?: Position | undefined },
      reader: Pick<Database, 'all'> = database,
    ) =>
      reader.all<EntryRow>(
        // The casts hide the values from SQLite's planner, which would prepare the statement again for each (0.12 ms in a turn): a
        // tier because an index is limited to one, a limit always.
        `SELECT ${entryColumns} FROM memory_entries
         WHERE workspace_id = $1 AND user_id = $2 AND tier = CAST($3 AS TEXT) AND superseded_by IS NULL
           AND (created_at, id) < ($4, $5)
         ORDER BY created_at DESC, id DESC LIMIT CAST($6 AS BIGINT)`,
        [workspaceId, userId, tier, before.at, before.id, limit],
      ),
    /** Newest day first, each day in the order of its numbers, after a given position. */
    listDaily: (
      { workspaceId, userId }: Person,
      { from, to, after, limit }: { from: string; to: string; after: number; limit: number },
      reader: Pick<Database, 'all'> = database,
    ) =>
      reader.all<EntryRow>(
        `SELECT ${entryColumns} FROM memory_entries
         WHERE workspace_id = $1 AND user_id = $2 AND tier = 'daily' AND superseded_by IS NULL
           AND position IS NOT NULL AND day IS NOT NULL AND day >= $3 AND day <= $4 AND (day < $4 OR position > $5)
         ORDER BY day DESC, position LIMIT $6`,
        [workspaceId, userId, from, to, after, limit],
      ),
    /** By its number: a note, or an entry of a day. */
    findNumbered: ({ workspaceId, userId }: Person, day: string | null, position: number, tx: Transaction) =>
      day === null
        ? tx.get<EntryRow>(
            `SELECT ${entryColumns} FROM memory_entries WHERE workspace_id = $1 AND user_id = $2
             AND tier = 'strategic' AND superseded_by IS NULL AND position = $3`,
            [workspaceId, userId, position],
          )
        : tx.get<EntryRow>(
            `SELECT ${entryColumns} FROM memory_entries WHERE workspace_id = $1 AND user_id = $2
             AND tier = 'daily' AND superseded_by IS NULL AND day = $3 AND position = $4 AND day IS NOT NULL AND position IS NOT NULL`,
            [workspaceId, userId, day, position],
          ),

    supersede,
    /** Undoes `supersede`: the entry is listed and found again. */
    async restore(tx: Transaction, person: Person, before: EntryRow, now: number): Promise<void> {
      await tx.run(
        `UPDATE memory_entries SET superseded_by = NULL, updated_at = $4
         WHERE workspace_id = $1 AND user_id = $2 AND id = $3`,
        [person.workspaceId, person.userId, before.id, later(before, now)],
      );
      await deleteWords(tx, before.id);
      await writeWithWords(tx, person, before, async (searchId) => {
        if (searchId !== 'NULL')
          await tx.run(`UPDATE memory_entries SET search_id = ${searchId} WHERE id = $1`, [before.id]);
      });
      await toEmbed(tx, before.id, now);
    },

    /** The entry that summarises a session. */
    async summaryOf(tx: Transaction, person: Person, sessionId: string): Promise<EntryRow | undefined> {
      return tx.get<EntryRow>(
        `SELECT ${entryColumns} FROM memory_entries WHERE source_session_id = $3 AND workspace_id = $1 AND user_id = $2
         AND tier = 'session' AND superseded_by IS NULL LIMIT 1`,
        [person.workspaceId, person.userId, sessionId],
      );
    },

    async hasAny({ workspaceId, userId }: Person): Promise<boolean> {
      const sql = 'SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT 1';
      return (await database.get(sql, [workspaceId, userId])) !== undefined;
    },
  };
}
