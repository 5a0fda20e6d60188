import type { SQLInputValue } from 'node:sqlite';
import { createKeptSigns } from '../kept-signs.ts';
import type { LastingParts, SearchedTables } from '../search-index.ts';

type Scanned = { $workspaceId: string; $ownerId: string; $model: string; $length: number };
type RowsOf = <Row>(sql: string, params: Record<string, SQLInputValue>) => Iterable<Row>;
/** A part, the number of its entries, and 1 if it is finished. */
type PartRow = [id: string, size: number, isFinished: number | null];

/** If more of all entries are not kept, all of them are read in one scan; else each part by its entries. */
const readEachUpTo = 0.05;

function statementsFor({ entries, bits, key, owner, part }: SearchedTables, lasting: LastingParts) {
  const ofOwner = `workspace_id = $workspaceId AND ${owner} = $ownerId`;
  return {
    parts: `SELECT id, ${lasting.size}, model = $model AND id NOT IN (
        SELECT ${part} FROM ${lasting.work} WHERE workspace_id = $workspaceId
      ) FROM ${lasting.parts} WHERE ${ofOwner} AND ${lasting.searched}`,
    all: `SELECT ${part}, ${key}, bits FROM ${bits} WHERE ${ofOwner} AND model = $model AND length(bits) = $length`,
    // CROSS JOIN fixes the order, as everywhere in these searches.
    ofPart: `SELECT e.${part}, e.id, b.bits FROM ${entries} e CROSS JOIN ${bits} b ON b.${key} = e.id
      WHERE e.${part} = $part AND b.workspace_id = $workspaceId AND b.${owner} = $ownerId AND b.model = $model
        AND length(b.bits) = $length`,
  };
}

/** `ids`: the closest entries of finished parts. `rest`: the searched parts that are not finished. */
type Nearest = { ids: string[]; rest: string[] };

/** The closest entries of an owner by the signs that this thread keeps. Used in a read transaction: parts and signs are of one moment. */
export function createSqliteSigns(rowsOf: RowsOf) {
  const kept = createKeptSigns();

  /** Row by row: all rows at once would take 60 MB for 150,000. */
  function load(name: string, missing: readonly PartRow[], share: number, sql: Statements, params: Scanned): void {
    const { $length } = params;
    const wanted = new Map(
      missing.map(([id, size]) => [id, { ids: [] as string[], signs: new Uint8Array(size * $length) }]),
    );
    const add = (rows: Iterable<[string, string, Uint8Array]>) => {
      for (const [part, id, signs] of rows) {
        const own = wanted.get(part);
        own?.signs.set(signs, own.ids.length * $length);
        own?.ids.push(id);
      }
    };
    if (share > readEachUpTo) add(rowsOf(sql.all, params));
    else for (const [$part] of missing) add(rowsOf(sql.ofPart, { ...params, $part }));
    for (const [part, { ids, signs }] of wanted) kept.keep(name, part, ids, signs.subarray(0, ids.length * $length));
  }

  /** Undefined where there is too much to keep. */
  return function nearest(
    tables: SearchedTables,
    lasting: LastingParts,
    params: Scanned,
    { signs, parts, count }: { signs: Uint8Array; parts: readonly string[] | undefined; count: number },
  ): Nearest | undefined {
    const sql = statementsFor(tables, lasting);
    const rows = [...rowsOf<PartRow>(sql.parts, params)];
    const finished = rows.filter(([, , isFinished]) => isFinished === 1);
    const entries = finished.reduce((sum, [, size]) => sum + size, 0);
    const ids = finished.map(([id]) => id);
    const name = [tables.bits, params.$workspaceId, params.$ownerId, params.$model, params.$length].join(' ');
    if (!kept.hasRoom(name, { entries, parts: ids.length, signBytes: signs.length })) return undefined;
    const missing = new Set(kept.missing(name, ids));
    const toLoad = finished.filter(([id]) => missing.has(id));
    if (toLoad.length > 0) load(name, toLoad, toLoad.length / ids.length, sql, params);
    const all = new Set(ids);
    const chosen = parts ? parts.filter((id) => all.has(id)) : ids;
    const others = parts ?? rows.map(([id]) => id);
    return {
      ids: kept.nearest(name, chosen, signs, count).map(({ id }) => id),
      rest: others.filter((id) => !all.has(id)),
    };
  };
}

type Statements = ReturnType<typeof statementsFor>;
