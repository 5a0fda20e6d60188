import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../db/database.ts';
import { createThread } from '../../thread.ts';
import {
  type LastingParts,
  type Meaning,
  mostPerTerm,
  type Owner,
  type Parts,
  type SearchedTables,
} from '../search-index.ts';
import { type KeptAnswer, type KeptQuestion, listOf } from './kept-question.ts';

/** Entries whose signs are read by one statement: some 600 KB. */
const readAtOnce = 5_000;

function statementsFor({ entries, bits, key, owner, part }: SearchedTables, lasting: LastingParts) {
  const ofOwner = `v.workspace_id = $1 AND v.${owner} = $2 AND ${lasting.searched}`;
  const isFinished = `coalesce(v.model = $3, FALSE)
    AND NOT EXISTS (SELECT 1 FROM ${lasting.work} w WHERE w.${part} = v.id)`;
  return {
    /** Lists as texts: a thousand rows take longer to read. */
    parts: `SELECT finished, string_agg(id, ' ') AS ids, CAST(sum(size) AS BIGINT) AS entries FROM (
        SELECT v.id, v.${lasting.size} AS size, ${isFinished} AS finished FROM ${lasting.parts} v WHERE ${ofOwner}
      ) AS searched GROUP BY finished`,
    /** Only of parts that are finished in the same moment. The first four bytes of what is sent are the number of bits. */
    signs: `SELECT v.id AS part, own.ids, own.signs FROM ${lasting.parts} v CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(b.${key}, ' ' ORDER BY b.${key}), '') AS ids,
          coalesce(encode(string_agg(substr(varbit_send(b.bits), 5), '' ORDER BY b.${key}), 'base64'), '') AS signs
        FROM ${entries} e JOIN ${bits} b ON b.${key} = e.id
        WHERE e.${part} = v.id AND b.workspace_id = $1 AND b.${owner} = $2 AND b.model = $3 AND length(b.bits) = $4
      ) AS own WHERE v.id = ANY (string_to_array($5, ' ')) AND ${ofOwner} AND ${isFinished}`,
  };
}

/** `ids`: entries of finished parts to compare exactly. `rest`: the searched parts that are not finished. */
type Kept = { ids: string[]; rest: string[] };

export type KeptSignsOfServer = ReturnType<typeof createKeptSignsOfServer>;

/** The thread that keeps signs for all kinds of texts. It starts with the first question to it. */
export const createKeptThread = (log: Log) =>
  createThread<KeptQuestion, KeptAnswer>({
    name: 'kept signs',
    file: new URL('./kept-signs.worker.ts', import.meta.url),
    limits: { maxYoungGenerationSizeMb: 16 },
    log,
  });

type Deps = { database: Database; tables: SearchedTables; thread: ReturnType<typeof createKeptThread>; log: Log };

/**
 * The closest entries by signs that a thread of this process keeps, on a server that would take 100 ms for comparing those of
 * 150,000. Many are read in the background, while the server compares.
 */
export function createKeptSignsOfServer({ database, tables, thread, log }: Deps) {
  const { lasting } = tables;
  const sql = lasting && statementsFor(tables, lasting);
  const reading = new Map<string, Promise<void>>();

  async function read(name: string, params: readonly (string | number)[], missing: readonly string[], each: number) {
    const atOnce = Math.max(1, Math.floor(readAtOnce / each));
    for (let from = 0; from < missing.length; from += atOnce) {
      const rows = await database.all<{ part: string; ids: string; signs: string }>(sql?.signs ?? '', [
        ...params,
        missing.slice(from, from + atOnce).join(' '),
      ]);
      const parts = rows.map(({ part, ids, signs }) => ({
        part,
        ids,
        signs: new Uint8Array(Buffer.from(signs, 'base64')),
      }));
      await thread.ask({ kind: 'keep', name, parts });
    }
  }

  /** Without an answer the server compares. */
  const ask = (question: KeptQuestion) => thread.ask(question).catch(() => undefined);

  /** One reader for a name: others use what it has read. */
  function readOnce(name: string, work: () => Promise<void>): Promise<void> {
    const known = reading.get(name) ?? work().finally(() => reading.delete(name));
    reading.set(name, known);
    return known;
  }

  /** Undefined where the server has to compare: for few entries, for too many, and until they have been read. */
  return async function nearestKept(
    { workspaceId, ownerId }: Owner,
    { model, vector }: Meaning,
    parts: Parts,
  ): Promise<Kept | undefined> {
    if (!sql) return undefined;
    const params = [workspaceId, ownerId, model];
    const rows = await database.all<{ finished: boolean; ids: string; entries: number }>(sql.parts, params);
    const finished = rows.find((row) => row.finished);
    const entries = Number(finished?.entries ?? 0);
    if (!finished || entries < mostPerTerm) return undefined;
    const all = listOf(finished.ids);
    const name = [tables.bits, ...params, vector.length].join(' ');
    const known = new Set(all);
    const chosen = parts?.filter((id) => known.has(id)).join(' ');
    const question = { kind: 'nearest' as const, name, all: finished.ids, entries, chosen, vector };
    let answer = await ask(question);
    if (answer && answer !== 'full' && 'missing' in answer) {
      const { missing } = answer;
      const each = entries / all.length;
      const work = readOnce(name, () => read(name, [...params, vector.length], missing, each)).catch((error) =>
        log.warn({ err: error }, 'the signs of a large collection could not be read'),
      );
      if (missing.length * each > readAtOnce) return undefined;
      await work;
      answer = await ask(question);
    }
    if (!answer || answer === 'full' || 'missing' in answer) return undefined;
    const others = parts ?? rows.filter((row) => !row.finished).flatMap((row) => listOf(row.ids));
    return { ids: answer.ids, rest: others.filter((id) => !known.has(id)) };
  };
}
