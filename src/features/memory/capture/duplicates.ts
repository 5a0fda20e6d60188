import type { Person } from '../../../kernel/person.ts';
import type { Engine, Reader, Transaction } from '../../../platform/db/database.ts';
import { searchExpression, searchWords } from '../../../platform/db/search-words.ts';
import type { EntryRow } from '../entries/memory.ts';
import { memoryScope } from '../entries/memory-words.ts';
import { normalised } from './facts.ts';

const recent = 200;

/**
 * One writer at a time for what is learned of a person: nobody looks for a duplicate while another is writing it, and
 * nothing is promoted while its person changes or deletes it. Before any of their entries, after a job or a session.
 * False when they are not there any more. Who writes through a channel is no member, and has an account of their own.
 */
export async function lockPerson(tx: Transaction, { workspaceId, userId }: Person): Promise<boolean> {
  const member = 'SELECT user_id FROM workspace_members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE';
  if (await tx.get(member, [workspaceId, userId])) return true;
  const sender = `SELECT id FROM users WHERE id = $2 AND default_workspace_id = $1 AND kind = 'sender' FOR NO KEY UPDATE`;
  return (await tx.get(sender, [workspaceId, userId])) !== undefined;
}

type Known = Pick<EntryRow, 'id' | 'tier' | 'content' | 'updated_at'>;

const columns = 'id, tier, content, updated_at';
const counts = "workspace_id = $1 AND user_id = $2 AND superseded_by IS NULL AND source_kind IN ('user', 'agent')";

/** By tier, as the index has them: over all tiers 20,000 entries were read and sorted for it, in 40 ms. */
const latest = ['daily', 'profile', 'strategic']
  .map(
    (tier) => `SELECT * FROM (SELECT ${columns}, created_at FROM memory_entries WHERE ${counts} AND tier = '${tier}'
      ORDER BY created_at DESC LIMIT ${recent}) AS ${tier}`,
  )
  .join(' UNION ALL ');

/** The newest entries and these, by what they say. Text from outside says nothing in a person's name. */
export async function knownLately(
  reader: Pick<Reader, 'all'>,
  { workspaceId, userId }: Person,
  alsoIds: readonly string[] = [],
): Promise<Map<string, Known>> {
  const ids = alsoIds.slice(0, 20);
  // Written so that no index has it: SQLite would rather walk through all that a person has than look up ids.
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

/** Words that one way of writing has and another has not: `I'm` and `I am`. */
const contracted = new Set('i am we have has will would are is can not do does did was'.split(' '));
/** Words are asked for until they have so many letters: each costs another look into the index. */
const enoughLetters = 8;
/** So many entries with these words are compared, and the newest of all if there are more. */
const mostWithWords = 1_000;
const byLooks = (word: string): number => word.length + (/\d/.test(word) ? 100 : 0);

/** Words that the index has of every text that says the same, the most telling ones by their looks. */
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
 * First what has the words, as much as is compared, then whose it is: else everything a person has would be looked at, on
 * SQLite by this thread. The words have the scope among them; an index of scopes would be read to its end by PostgreSQL.
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
  // Of nothing but signs, or words like `am`.
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
 * Entries that say the same as one of these texts, however old, by what they say. To read the newest and compare them
 * takes half a millisecond; this, a fifth of it.
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

/** Whether something is older than the newest. */
export async function knowsMore(reader: Pick<Reader, 'get'>, { workspaceId, userId }: Person): Promise<boolean> {
  const sql = `SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT 1 OFFSET ${recent}`;
  return (await reader.get(sql, [workspaceId, userId])) !== undefined;
}
