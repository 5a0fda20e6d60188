import type { Person } from '../../../kernel/person.ts';
import type { Database, Engine } from '../../../platform/db/database.ts';

/** Looks up by id first: otherwise either planner would read all entries of the person, SQLite's on this thread. */
export const givenEntries: Record<Engine, string> = {
  sqlite: 'json_each($3) AS given CROSS JOIN memory_entries e ON e.id = given.value',
  postgres: `json_array_elements_text(CAST($3 AS json)) AS given
    CROSS JOIN LATERAL (SELECT * FROM memory_entries WHERE id = given.value OFFSET 0) AS e`,
};

/** The first characters of these entries, by id. Deleted and superseded entries are left out. */
export async function beginningsOf(
  database: Pick<Database, 'engine' | 'all'>,
  { workspaceId, userId }: Person,
  entryIds: readonly string[],
  characters: number,
): Promise<Map<string, string>> {
  const rows = await database.all<{ id: string; content: string }>(
    `SELECT e.id, substr(e.content, 1, ${characters}) AS content FROM ${givenEntries[database.engine]}
     WHERE e.workspace_id = $1 AND e.user_id = $2 AND e.superseded_by IS NULL`,
    [workspaceId, userId, JSON.stringify(entryIds)],
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}
