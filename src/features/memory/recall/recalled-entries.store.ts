import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EntryRow } from '../entries/memory.ts';
import { givenEntries } from '../search/contents.store.ts';

const columns = [
  'id',
  'tier',
  'day',
  'content',
  'source_kind',
  'source_session_id',
  'superseded_by',
  'created_at',
] as const satisfies (keyof EntryRow)[];

/** What recall needs of an entry: whole rows take 1.7 times as long to read. */
export type RecalledRow = Pick<EntryRow, (typeof columns)[number]>;

/** These entries, where they are the person's, in no order. */
export const recalledEntries = (
  database: Pick<Database, 'engine' | 'all'>,
  { workspaceId, userId }: Person,
  entryIds: readonly string[],
): Promise<RecalledRow[]> =>
  database.all<RecalledRow>(
    `SELECT ${columns.map((column) => `e.${column}`).join(', ')} FROM ${givenEntries[database.engine]}
     WHERE e.workspace_id = $1 AND e.user_id = $2`,
    [workspaceId, userId, JSON.stringify(entryIds)],
  );
