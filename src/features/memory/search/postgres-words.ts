import type { Database } from '../../../platform/db/database.ts';
import type { Person, Tier } from '../memory.ts';
import { memoryScope } from '../memory-words.ts';
import { doubt, mostPerTerm, type Worded } from './search-index.ts';
import { expressionOf, type Term } from './terms.ts';

const hasTier = "tier = ANY (string_to_array($3, ','))";

/**
 * The entries of each term, then how rare each term is, then what each entry has of them: as the other engine does it,
 * in one statement. Term 0 is all terms together: past the thousand entries that are looked at of a common word,
 * whatever has all words is found nevertheless.
 */
const sql = `WITH asked AS (
    SELECT term, expression, weight
    FROM json_to_recordset(CAST($5 AS json)) AS given (term INT, expression TEXT, weight DOUBLE PRECISION)
  ), found AS MATERIALIZED (
    SELECT asked.term, hit.entry_id FROM asked CROSS JOIN LATERAL (
      SELECT w.entry_id FROM memory_words w JOIN memory_entries e ON e.id = w.entry_id
      WHERE w.words @@ CAST(asked.expression AS tsquery) AND w.scope = $4
        AND e.workspace_id = $1 AND e.user_id = $2 AND e.superseded_by IS NULL AND e.${hasTier}
      LIMIT ${mostPerTerm}
    ) AS hit
  ), size AS (
    SELECT count(*) AS entries FROM (
      SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND ${hasTier} LIMIT ${mostPerTerm}
    ) AS few
  ), counted AS (
    SELECT asked.term, asked.weight, greatest(1, hits.entries) AS entries, greatest(1, hits.entries, size.entries) AS size
    FROM size, asked CROSS JOIN LATERAL (SELECT count(*) AS entries FROM found WHERE found.term = asked.term) AS hits
    WHERE asked.term > 0
  ), weighed AS (
    SELECT term, weight * ln(1 + (size - entries + 0.5) / (entries + 0.5)) / ln(1 + (size - 0.5) / 1.5) AS weight
    FROM counted
  ), total AS (SELECT sum(weight) AS weight FROM weighed)
  SELECT found.entry_id AS "entryId",
    least(sum(COALESCE(weighed.weight, total.weight)), max(total.weight)) / (max(total.weight) + ${doubt}) AS evidence
  FROM total, found LEFT JOIN weighed ON weighed.term = found.term
  GROUP BY found.entry_id ORDER BY evidence DESC, found.entry_id DESC LIMIT $6`;

export async function findByWords(
  database: Database,
  person: Person,
  terms: readonly Term[],
  tiers: readonly Tier[],
  limit: number,
): Promise<Worded[]> {
  if (terms.length === 0) return [];
  const scope = memoryScope(person);
  const asked = terms.map((term, index) => ({
    term: index + 1,
    expression: expressionOf('postgres', scope, [term]),
    weight: term.weight,
  }));
  if (terms.length > 1) asked.push({ term: 0, expression: expressionOf('postgres', scope, terms), weight: 0 });
  return database.all<Worded>(sql, [
    person.workspaceId,
    person.userId,
    tiers.join(','),
    scope,
    JSON.stringify(asked),
    limit,
  ]);
}
