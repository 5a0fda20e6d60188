import type { Database, SqlValue } from '../../db/database.ts';
import { signText } from '../bits.ts';
import type { Meaning, Owner, Parts, SearchedTables } from '../search-index.ts';
import { bestBySigns, nearest } from './weighted-signs.ts';

/**
 * A sample is compared first. An entry that is further away than all chosen entries of the sample cannot be among the
 * closest and is not sorted: of 100,000 entries those are most, and sorting them took a quarter of the time.
 */
const sampleSize = 4_000;

/** Signs of another length cannot be compared: a provider may change a model and keep its name. */
const ofOneLength = (distance: string) => `CASE WHEN length(bits) = $4 THEN ${distance} END`;

type Choice = { distance: string; columns: string; count: number; hasParts: boolean };

/** The closest entries of an owner, closest first. Without chosen parts the part is not read. */
export function nearestSigns(
  { bits, owner, part }: SearchedTables,
  { columns, count, hasParts, ...choice }: Choice,
): string {
  const distance = ofOneLength(choice.distance);
  const own = `workspace_id = $1 AND ${owner} = $2 AND model = $3
    ${hasParts ? `AND ${part} = ANY (string_to_array($6, ','))` : ''}`;
  return `SELECT ${columns} FROM ${bits} WHERE ${own} AND ${distance} <= (
      SELECT CASE WHEN count(distance) = ${count} THEN max(distance) ELSE CAST($4 AS INT) END FROM (
        SELECT ${distance} AS distance FROM (SELECT bits FROM ${bits} WHERE ${own} LIMIT ${sampleSize}) AS sample
        ORDER BY distance LIMIT ${count}
      ) AS few
    ) ORDER BY ${distance} LIMIT ${count}`;
}

const withoutPgvector = (tables: SearchedTables, hasParts: boolean) =>
  nearestSigns(tables, {
    distance: 'bit_count(bits # CAST($5 AS BIT VARYING))',
    columns: `${tables.key} AS "entryId", encode(varbit_send(bits), 'base64') AS signs`,
    count: nearest,
    hasParts,
  });

/** The ids to compare exactly, on a server without pgvector. */
export async function nearestBySigns(
  database: Database,
  tables: SearchedTables,
  { workspaceId, ownerId }: Owner,
  { model, vector }: Meaning,
  parts: Parts,
): Promise<string[]> {
  const params: SqlValue[] = [workspaceId, ownerId, model, vector.length, signText(vector)];
  if (parts) params.push(parts.join(','));
  const sql = withoutPgvector(tables, parts !== undefined);
  const rows = await database.all<{ entryId: string; signs: string }>(sql, params);
  // The server sends the number of bits in 4 bytes before them.
  return bestBySigns(
    vector,
    rows.map(({ entryId, signs }) => ({ id: entryId, signs: Buffer.from(signs, 'base64').subarray(4) })),
  );
}
