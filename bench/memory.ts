import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDocumentEmbeddings } from '../src/platform/embeddings/create-embeddings.ts';
import { openMemory } from '../test/harness/memory.ts';
import { measureQuality, oneSided, sumOf, type Tally } from '../test/harness/memory-quality.ts';
import { startPglite } from '../test/harness/pglite-server.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { fillScopes, measureScopes, type Scopes } from './memory-scale.ts';

/**
 * How well search finds memories by words, by meaning and by both. --misses lists the questions whose answer is not first.
 * DOCUMENT_EMBEDDING_MODEL: that model instead of memory's own.
 * --scale [sqlite] [postgres] [pgvector] [server]: how fast, in a memory of ENTRIES (100,000) entries; `server` is the
 * empty PostgreSQL of DATABASE_URL, with pgvector if it has it.
 */
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const isAsked = (name: string) => process.argv.includes(name);
const entries = Number(process.env.ENTRIES ?? 100_000);
const searches = Number(process.env.SEARCHES ?? 200);

const share = (part: number, whole: number) => (part / whole).toFixed(3).padStart(10);
const row = (name: string, { asked, first, amongFive }: Tally) =>
  console.log(`  ${name.padEnd(24)} ${String(asked).padStart(5)} ${share(first, asked)}${share(amongFive, asked)}`);

async function quality(dataDirectory: string): Promise<void> {
  const documentEmbeddingModel = process.env.DOCUMENT_EMBEDDING_MODEL;
  // Otherwise memory's own.
  const embeddings = documentEmbeddingModel && createDocumentEmbeddings({ documentEmbeddingModel }, { log: quiet });
  const memory = await openMemory({ settings: { DATA_DIR: dataDirectory }, ...(embeddings && { embeddings }) });
  const { tallies, misses } = await measureQuality(memory, { ...oneSided(memory), hybrid: memory.search });
  for (const [method, byGroup] of Object.entries(tallies)) {
    console.log(`${method.padEnd(26)} asked   recall@1  recall@5`);
    for (const [group, tally] of Object.entries(byGroup)) row(group, tally);
    row('all', sumOf(byGroup));
  }
  if (isAsked('--misses'))
    for (const { question, expected, found } of misses.hybrid ?? [])
      console.log(`${question} → ${found.join(', ')}; expected ${expected}`);
  await memory.stop();
}

type Opened = Parameters<typeof openMemory>[0];

async function scale(dataDirectory: string): Promise<void> {
  const all = !['sqlite', 'postgres', 'pgvector', 'server'].some(isAsked);
  async function measure(name: string, options: Opened, scopes?: Scopes): Promise<Scopes> {
    const memory = await openMemory(options);
    const filled = scopes ?? (await fillScopes(memory, entries));
    await whenReady(() => memory.search(filled.large, 'anything', { limit: 1 }));
    await noGraphIsMade(memory.database);
    await measureScopes(name, memory, filled, searches);
    await memory.stop();
    return filled;
  }
  if (all || isAsked('sqlite')) await measure('SQLite', { settings: { DATA_DIR: dataDirectory } });
  if (all || isAsked('postgres')) {
    const server = await startPostgres({ durable: true });
    await measure('PostgreSQL', { settings: { DATABASE_URL: server.url('postgres') } });
    await server.stop();
  }
  if (isAsked('server')) {
    const options = { settings: { DATABASE_URL: process.env.DATABASE_URL ?? '' } };
    const scopes = await measure('Your PostgreSQL, by scan', { ...options, largeFrom: 10_000_000 });
    await measure('Your PostgreSQL, through a graph where it can', options, scopes);
  }
  if (all || isAsked('pgvector')) {
    const server = await startPglite();
    const options = { settings: { DATABASE_URL: server.url }, poolSize: 1 };
    const scopes = await measure('PGlite, by scan', { ...options, largeFrom: 10_000_000 });
    await measure('PGlite, through a graph', options, scopes);
    await server.stop();
  }
}

/** Waits until no graph is being built: that work would be measured too. */
async function noGraphIsMade(database: Awaited<ReturnType<typeof openMemory>>['database']): Promise<void> {
  if (database.engine === 'sqlite') return;
  const sql = 'SELECT 1 FROM pg_index WHERE NOT indisvalid LIMIT 1';
  while (await database.get(sql)) await sleep(500);
}

/** The first search in a large memory builds a graph, which needs the only connection. */
async function whenReady(search: () => Promise<unknown>): Promise<void> {
  for (let quick = 0; quick < 3; ) {
    const started = performance.now();
    const worked = await search().then(
      () => true,
      () => false,
    );
    quick = worked && performance.now() - started < 2_000 ? quick + 1 : 0;
    await sleep(200);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
try {
  await (isAsked('--scale') ? scale : quality)(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
