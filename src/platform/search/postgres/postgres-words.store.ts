import type { Database } from '../../db/database.ts';
import type { Worded } from '../ranking.ts';
import { doubt, mostPerTerm, type Owner, type Parts, type SearchedTables, scopeWord } from '../search-index.ts';
import { expressionOf, type Term } from '../terms.ts';

/**
 * One statement computes the same as on SQLite: the entries of each term, the rarity of each term, the evidence of each
 * entry. Of a common word only a thousand entries are read. Entries with all words are found by a separate query
 * (`complete`), which runs only if a word is that common.
 *
 * Superseded entries have no words, and the caller checks workspace and owner again, so entries are joined only if
 * parts are chosen. Expressions are cast to queries once, not for each row. The index of words contains the scope; a
 * separate index of scopes would be read for each term, with all entries of the owner (27 ms instead of 8).
 */
function statement({ entries, words, key, owner, part }: SearchedTables, hasParts: boolean): string {
  const chosen = (row: string) => (hasParts ? `AND ${row}${part} = ANY (string_to_array($7, ','))` : '');
  const matching = (query: string) => `SELECT w.${key} AS entry_id FROM ${words} w
      ${hasParts ? `JOIN ${entries} e ON e.id = w.${key}` : ''}
      WHERE w.words @@ ${query} AND w.scope || '' = $3 ${chosen('e.')}`;
  return `WITH asked AS MATERIALIZED (
    SELECT term, CAST(expression AS tsquery) AS query, weight
    FROM json_to_recordset(CAST($4 AS json)) AS given (term INT, expression TEXT, weight DOUBLE PRECISION)
  ), found AS MATERIALIZED (
    SELECT asked.term, hit.entry_id FROM asked
    CROSS JOIN LATERAL (${matching('asked.query')} LIMIT ${mostPerTerm}) AS hit
  ), size AS (
    SELECT count(*) AS entries FROM (
      SELECT 1 FROM ${entries} WHERE workspace_id = $1 AND ${owner} = $2 ${chosen('')} LIMIT ${mostPerTerm}
    ) AS few
  ), hits AS MATERIALIZED (SELECT term, count(*) AS entries FROM found GROUP BY term),
  counted AS (
    SELECT asked.term, asked.weight, COALESCE(hits.entries, 1) AS entries,
      greatest(hits.entries, size.entries, 1) AS size
    FROM size, asked LEFT JOIN hits ON hits.term = asked.term
  ), weighed AS (
    SELECT term, weight * ln(1 + (size - entries + 0.5) / (entries + 0.5)) / ln(1 + (size - 0.5) / 1.5) AS weight
    FROM counted
  ), total AS (SELECT sum(weight) AS weight FROM weighed),
  complete AS (
    ${matching('CAST($6 AS tsquery)')} AND (SELECT max(entries) FROM hits) = ${mostPerTerm} LIMIT ${mostPerTerm}
  ), parts AS (
    SELECT found.entry_id, weighed.weight FROM found JOIN weighed ON weighed.term = found.term
    UNION ALL SELECT complete.entry_id, total.weight FROM complete, total
  )
  SELECT parts.entry_id AS "entryId", least(sum(parts.weight), max(total.weight)) / (max(total.weight) + ${doubt}) AS evidence
  FROM parts, total GROUP BY parts.entry_id ORDER BY evidence DESC, parts.entry_id DESC LIMIT $5`;
}

export async function findByWords(
  database: Database,
  tables: SearchedTables,
  owner: Owner,
  terms: readonly Term[],
  parts: Parts,
  limit: number,
): Promise<Worded[]> {
  if (terms.length === 0) return [];
  const scope = scopeWord(owner);
  const asked = terms.map((term, index) => ({
    term: index,
    expression: expressionOf('postgres', scope, [term]),
    weight: term.weight,
  }));
  return database.all<Worded>(statement(tables, parts !== undefined), [
    owner.workspaceId,
    owner.ownerId,
    scope,
    JSON.stringify(asked),
    limit,
    expressionOf('postgres', scope, terms),
    ...(parts ? [parts.join(',')] : []),
  ]);
}
