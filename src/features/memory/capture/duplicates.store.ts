import type { Person } from '../../../kernel/person.ts';
import type { Engine, Reader, Transaction } from '../../../platform/db/database.ts';
import { searchExpression, searchWords } from '../../../platform/db/words/search-words.ts';
import type { EntryRow } from '../entries/memory.ts';
import { memoryScope } from '../entries/memory-words.store.ts';
import { normalised } from './facts.ts';

const recent = 200;

type Known = Pick<EntryRow, 'id' | 'tier' | 'content' | 'updated_at'>;

const columns = 'id, tier, content, updated_at';
const counts = "workspace_id = $1 AND user_id = $2 AND superseded_by IS NULL AND source_kind IN ('user', 'agent')";

/**
 * One query for each tier, as the index is ordered: a query over all tiers read and sorted 20,000 entries, in 40 ms.
 */
const latest = ['daily', 'profile', 'strategic']
  .map(
    (tier) => `SELECT * FROM (SELECT ${columns}, created_at FROM memory_entries WHERE ${counts} AND tier = '${tier}'
      ORDER BY created_at DESC LIMIT ${recent}) AS ${tier}`,
  )
  .join(' UNION ALL ');

/** The newest entries and those with the given ids, by their normalised content. Text from outside is left out. */
export async function knownLately(
  reader: Pick<Reader, 'all'>,
  { workspaceId, userId }: Person,
  alsoIds: readonly string[] = [],
): Promise<Map<string, Known>> {
  const ids = alsoIds.slice(0, 20);
  // `|| ''` prevents the use of the index of persons: SQLite would read all entries of the person instead of looking up
  // ids.
  const also = `UNION ALL SELECT ${columns} FROM memory_entries WHERE workspace_id || '' = $1 AND user_id || '' = $2
    AND superseded_by IS NULL AND source_kind IN ('user', 'agent') AND tier <> 'session'
    AND id IN (${ids.map((_, index) => `$${index + 3}`).join(', ')})`;
  const rows = await reader.all<Known>(
    `SELECT * FROM (SELECT ${columns} FROM (${latest}) AS known ORDER BY created_at DESC LIMIT ${recent}) AS recent
     ${ids.length > 0 ? also : ''}`,
    [workspaceId, userId, ...ids],
  );
  return new Map(rows.map((row) => [normalised(row.content), row]));
}

/** Words that only one of two spellings contains: `I'm` and `I am`. */
const contracted = new Set('i am we have has will would are is can not do does did was'.split(' '));
/** Words are added to the query until they have this many letters: each word costs another index lookup. */
const enoughLetters = 8;
/** The most entries with these words that are compared; if there are more, the newest entries are compared as well. */
const mostWithWords = 1_000;
const byLooks = (word: string): number => word.length + (/\d/.test(word) ? 100 : 0);

/** Words that every text with the same statement has in the index; long words and words with digits first. */
function wordsOfAll(content: string): string[] {
  const indexed = new Set(searchWords(content).split(' '));
  const words = [...new Set(searchWords(normalised(content)).split(' '))]
    .filter((word) => word !== '' && indexed.has(word) && !contracted.has(word))
    .sort((one, other) => byLooks(other) - byLooks(one));
  let letters = 0;
  return words.filter((word) => {
    const isNeeded = letters < enoughLetters;
    letters += word.length;
    return isNeeded;
  });
}

/**
 * Finds the rows with the words first and then checks the person: in the other order all entries of the person would be
 * read, on SQLite by this thread. The expression contains the scope; otherwise PostgreSQL would read a whole index of
 * scopes.
 */
const byWords: Record<Engine, string> = {
  sqlite: `(SELECT rowid FROM memory_words WHERE memory_words MATCH $3 ORDER BY rowid DESC LIMIT ${mostWithWords}) AS found
    CROSS JOIN memory_entries e ON e.search_id = found.rowid`,
  postgres: `(SELECT entry_id FROM memory_words WHERE words @@ CAST($3 AS tsquery) LIMIT ${mostWithWords}) AS found
    CROSS JOIN LATERAL (SELECT * FROM memory_entries WHERE id = found.entry_id OFFSET 0) AS e`,
};

async function mayBeTheSame(tx: Transaction, person: Person, content: string): Promise<Known[]> {
  const words = wordsOfAll(content);
  const phrases = words.map((word) => [word]);
  const expression = searchExpression(tx.engine, memoryScope(person), [{ phrases, excluded: false }]);
  // The text has only punctuation, or only words like `am`.
  if (words.length === 0 || expression === undefined) return [...(await knownLately(tx, person)).values()];
  const found = await tx.all<Known & { counts: number | boolean }>(
    `SELECT e.id, e.tier, e.content, e.updated_at, e.superseded_by IS NULL AND e.source_kind IN ('user', 'agent')
       AND e.tier <> 'session' AS counts
     FROM ${byWords[tx.engine]} WHERE e.workspace_id = $1 AND e.user_id = $2`,
    [person.workspaceId, person.userId, expression],
  );
  const rows = found.filter(({ counts }) => counts);
  return found.length < mostWithWords ? rows : [...rows, ...(await knownLately(tx, person)).values()];
}

/**
 * Entries of any age that say the same as one of these texts, by their normalised content. This takes a fifth of the
 * time of reading and comparing the newest entries (0.5 ms).
 */
export async function sayingTheSame(
  tx: Transaction,
  person: Person,
  contents: readonly string[],
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  for (const content of contents) {
    const key = normalised(content);
    const same = (await mayBeTheSame(tx, person, content)).find((row) => normalised(row.content) === key);
    if (same) known.set(key, same);
  }
  return known;
}

/** Whether the person has more entries than `knownLately` reads. */
export async function knowsMore(reader: Pick<Reader, 'get'>, { workspaceId, userId }: Person): Promise<boolean> {
  const sql = `SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT 1 OFFSET ${recent}`;
  return (await reader.get(sql, [workspaceId, userId])) !== undefined;
}
