import { monitorEventLoopDelay } from 'node:perf_hooks';
import { memoryScope } from '../src/features/memory/entries/memory-words.store.ts';
import { newId } from '../src/kernel/ids.ts';
import type { Person } from '../src/kernel/person.ts';
import type { SqlValue, Transaction } from '../src/platform/db/database.ts';
import { searchVector, searchWords } from '../src/platform/db/words/search-words.ts';
import { builtInSearchModel } from '../src/platform/embeddings/built-in.ts';
import { signBits, signText } from '../src/platform/search/bits.ts';
import type { OpenMemory } from '../test/harness/memory.ts';

const dimension = 512;
const batch = 1_000;

/** A few words are common and most are rare, as in any language. */
const vocabulary = Array.from(
  { length: 20_000 },
  (_, index) => `${['ka', 'lo', 'mi', 'ta', 're'][index % 5]}${index.toString(36)}`,
);
const anyWord = () => vocabulary[Math.floor(vocabulary.length * Math.random() ** 3)] ?? '';
const anyText = (words: number) => Array.from({ length: words }, anyWord).join(' ');

function anyVector(): Float32Array {
  const vector = Float32Array.from({ length: dimension }, () => Math.random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

type Row = { id: string; content: string; vector: Float32Array };

async function insertSqlite(tx: Transaction, person: Person, rows: readonly Row[]): Promise<void> {
  for (const { id, content, vector } of rows) {
    await tx.run('INSERT INTO memory_words (scope, words) VALUES ($1, $2)', [
      memoryScope(person),
      searchWords(content),
    ]);
    await tx.run(
      `INSERT INTO memory_entries (id, workspace_id, user_id, tier, content, source_kind, created_at, updated_at, search_id)
       VALUES ($1, $2, $3, 'session', $4, 'user', 1, 1, last_insert_rowid())`,
      [id, person.workspaceId, person.userId, content],
    );
    await tx.run('INSERT INTO memory_vectors VALUES ($1, $2, $3, $4, $5, $6)', [
      id,
      person.workspaceId,
      person.userId,
      builtInSearchModel,
      dimension,
      new Uint8Array(vector.buffer),
    ]);
    await tx.run(`INSERT INTO memory_bits VALUES ($1, $2, $3, $4, 'session', $5)`, [
      person.workspaceId,
      person.userId,
      builtInSearchModel,
      id,
      signBits(vector),
    ]);
  }
}

async function insertPostgres(tx: Transaction, person: Person, rows: readonly Row[]): Promise<void> {
  const scope = memoryScope(person);
  const given = `json_to_recordset(CAST($1 AS json)) AS given (id TEXT, content TEXT, words TEXT, vector TEXT, bits TEXT)`;
  const list = rows.map(({ id, content, vector }) => ({
    id,
    content,
    words: searchVector(scope, searchWords(content)),
    vector: `{${Array.from(vector, (value) => value.toFixed(4)).join(',')}}`,
    bits: signText(vector),
  }));
  const params: SqlValue[] = [JSON.stringify(list), person.workspaceId, person.userId];
  await tx.run(
    `INSERT INTO memory_entries (id, workspace_id, user_id, tier, content, source_kind, created_at, updated_at)
     SELECT id, $2, $3, 'session', content, 'user', 1, 1 FROM ${given}`,
    params,
  );
  await tx.run(`INSERT INTO memory_words SELECT id, CAST($2 AS TEXT), CAST(words AS tsvector) FROM ${given}`, [
    params[0] ?? '',
    scope,
  ]);
  await tx.run(
    `INSERT INTO memory_vectors SELECT id, CAST($2 AS TEXT), ${dimension}, CAST(vector AS REAL[]) FROM ${given}`,
    [params[0] ?? '', builtInSearchModel],
  );
  await tx.run(
    `INSERT INTO memory_bits (entry_id, workspace_id, user_id, model, tier, bits)
     SELECT id, $2, $3, '${builtInSearchModel}', 'session', CAST(bits AS BIT VARYING) FROM ${given}`,
    params,
  );
}

/** Writes rows directly: computing the vectors would take half an hour. */
async function fill({ database }: OpenMemory, person: Person, count: number): Promise<void> {
  const insert = database.engine === 'sqlite' ? insertSqlite : insertPostgres;
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, () => ({
      id: newId('mem', Date.now()),
      content: anyText(12),
      vector: anyVector(),
    }));
    await database.transaction((tx) => insert(tx, person, rows));
  }
}

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
type Timed = { times: number[]; cpuMs: number };
const shown = ({ times, cpuMs }: Timed) =>
  `p50 ${quantile(times, 0.5).toFixed(0).padStart(4)} ms   p95 ${quantile(times, 0.95).toFixed(0).padStart(4)} ms   CPU ${cpuMs.toFixed(0).padStart(3)} ms`;

/** Counts the CPU of this process, not of a database server. */
async function timed(memory: OpenMemory, person: Person, searches: number): Promise<Timed> {
  const times: number[] = [];
  const { user, system } = process.cpuUsage();
  for (let n = 0; n < searches; n += 1) {
    const started = performance.now();
    const found = await memory.search(person, `where is my ${anyText(4)}?`, { limit: 10 });
    if (found.length === 0) throw new Error('Nothing was found.');
    times.push(performance.now() - started);
  }
  const used = process.cpuUsage();
  return { times, cpuMs: (used.user + used.system - user - system) / 1_000 / searches };
}

export type Scopes = { large: Person; small: Person; other: Person };

/** A very large memory and two small ones. */
export async function fillScopes(memory: OpenMemory, count: number): Promise<Scopes> {
  const [large, small, other] = [await memory.newPerson(), await memory.newPerson(), await memory.newPerson()];
  for (const person of [small, other]) await fill(memory, person, 1_000);
  await fill(memory, large, count);
  // The server would do this by itself a little later.
  if (memory.database.engine === 'postgres') await memory.database.run('VACUUM ANALYZE');
  return { large, small, other };
}

/** Searches one at a time and two at once, and the delay of the event loop meanwhile. */
export async function measureScopes(name: string, memory: OpenMemory, scopes: Scopes, searches: number) {
  const { large, small, other } = scopes;
  console.log(`${name} (${await memory.index.engine()})`);
  await timed(memory, large, 10);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const inLarge = await timed(memory, large, searches);
  const inSmall = await timed(memory, small, searches);
  // Two searches at once share the cores even in small memories, so only the difference counts for a large one.
  const besideSmall = await beside(memory, small, other, searches);
  const besideLarge = await beside(memory, small, large, searches);
  loop.disable();
  console.log(`  large memory                                ${shown(inLarge)}`);
  console.log(`  small one                                   ${shown(inSmall)}`);
  console.log(`  small one, while another small is searched  ${shown(besideSmall)}`);
  console.log(`  small one, while the large is searched      ${shown(besideLarge)}`);
  // The histogram includes its own resolution.
  const delay = (ns: number) => `${(ns / 1e6 - 5).toFixed(1)} ms`;
  console.log(
    `  event loop delay                            p99 ${delay(loop.percentile(99))}, most ${delay(loop.max)}`,
  );
}

/** Searches one memory while another is searched continuously. */
async function beside(memory: OpenMemory, person: Person, busy: Person, searches: number): Promise<Timed> {
  let isOver = false;
  const searching = (async () => {
    while (!isOver) await timed(memory, busy, 1);
  })();
  const found = await timed(memory, person, searches);
  isOver = true;
  await searching;
  return found;
}
