import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { searchVectorBytes, searchWords } from '../../../platform/db/words/search-words.ts';
import { searchScope } from '../../sessions/index.ts';

/** A word that stands for one person in one workspace; it is part of each indexed text and each query. */
export const memoryScope = ({ workspaceId, userId }: Person): string => searchScope(workspaceId, userId);

/**
 * On SQLite the words are inserted first, and the next statement stores their row (`last_insert_rowid()`) in the entry; on
 * PostgreSQL they refer to the entry and are inserted after it.
 */
export async function writeWithWords(
  tx: Transaction,
  person: Person,
  { id, content }: { id: string; content: string },
  writeEntry: (searchId: 'NULL' | 'last_insert_rowid()') => Promise<void>,
): Promise<void> {
  const words = searchWords(content);
  const scope = memoryScope(person);
  if (tx.engine === 'sqlite') {
    if (words !== '') await tx.run('INSERT INTO memory_words (scope, words) VALUES ($1, $2)', [scope, words]);
    await writeEntry(words === '' ? 'NULL' : 'last_insert_rowid()');
    return;
  }
  await writeEntry('NULL');
  if (words !== '')
    await tx.run('INSERT INTO memory_words (entry_id, scope, words) VALUES ($1, $2, CAST($3 AS tsvector))', [
      id,
      scope,
      searchVectorBytes(scope, words),
    ]);
}

/**
 * For an entry that stays but must no longer be found by these words. The database deletes the words of a deleted entry.
 */
export async function deleteWords(tx: Transaction, entryId: string): Promise<void> {
  if (tx.engine === 'postgres') {
    await tx.run('DELETE FROM memory_words WHERE entry_id = $1', [entryId]);
    return;
  }
  await tx.run('DELETE FROM memory_words WHERE rowid = (SELECT search_id FROM memory_entries WHERE id = $1)', [
    entryId,
  ]);
  await tx.run('UPDATE memory_entries SET search_id = NULL WHERE id = $1', [entryId]);
}
