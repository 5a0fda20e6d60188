import { randomBytes } from 'node:crypto';
import type { Transaction } from '../database.ts';

const indexes = ['message_words', 'memory_words', 'knowledge_words'] as const;

/** A word that occurs nowhere. */
const newWord = () => `probe${randomBytes(8).toString('hex')}`;

/** Writes to the real word indexes of messages, memory and documents. The row is deleted in the same transaction: nobody sees it. */
async function findInSqlite(tx: Transaction): Promise<boolean> {
  for (const table of indexes) {
    const word = newWord();
    await tx.run(`INSERT INTO ${table} (scope, words) VALUES ($1, $2)`, ['diagnostics', `some ${word} here`]);
    const written = await tx.get<{ rowid: number }>('SELECT last_insert_rowid() AS rowid');
    const found = await tx.get<{ rowid: number }>(`SELECT rowid FROM ${table} WHERE ${table} MATCH $1`, [
      `scope : "diagnostics" AND words : ("${word}")`,
    ]);
    // Also if it was not found: the words of messages are those up to the last row of their index.
    await tx.run(`DELETE FROM ${table} WHERE rowid = $1`, [written?.rowid ?? null]);
    if (!found) return false;
  }
  return true;
}

/**
 * A row of a real index belongs to a message or an entry, so the probe writes to a table of its own with the same kind of
 * index. The real indexes are asked for a word that occurs nowhere.
 */
async function findInPostgres(tx: Transaction): Promise<boolean> {
  const word = newWord();
  await tx.script('SET LOCAL enable_seqscan = off');
  await tx.run('INSERT INTO search_probe (content) VALUES ($1)', [word]);
  const found = await tx.get<{ content: string }>(
    "SELECT content FROM search_probe WHERE to_tsvector('simple', content) @@ to_tsquery('simple', $1)",
    [word],
  );
  await tx.run('DELETE FROM search_probe WHERE content = $1', [word]);
  for (const table of indexes)
    if (await tx.get(`SELECT scope FROM ${table} WHERE words @@ CAST($1 AS tsquery) LIMIT 1`, [word])) return false;
  return found?.content === word;
}

/** Whether the word indexes find a word that was just written. */
export const findsNewWord = (tx: Transaction): Promise<boolean> =>
  tx.engine === 'sqlite' ? findInSqlite(tx) : findInPostgres(tx);
