import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '../test/harness/memory.ts';
import { measureQuality, oneSided, sumOf, type Tally } from '../test/harness/memory-quality.ts';
import { startPglite } from '../test/harness/pglite-server.ts';
import { startPostgres } from '../test/harness/postgres-server.ts';
import { measureScale } from './memory-scale.ts';

/**
 * How well memory is found: by words, by meaning, by both; --misses names the questions whose answer does not come first.
 * --scale [sqlite] [postgres] [pgvector]: how fast, in a memory of ENTRIES (100,000) entries.
 */
const isAsked = (name: string) => process.argv.includes(name);
const entries = Number(process.env.ENTRIES ?? 100_000);
const searches = Number(process.env.SEARCHES ?? 200);

const share = (part: number, whole: number) => (part / whole).toFixed(3).padStart(10);
const row = (name: string, { asked, first, amongFive }: Tally) =>
  console.log(`  ${name.padEnd(24)} ${String(asked).padStart(5)} ${share(first, asked)}${share(amongFive, asked)}`);

async function quality(dataDirectory: string): Promise<void> {
  const memory = await openMemory({ settings: { DATA_DIR: dataDirectory } });
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

async function scale(dataDirectory: string): Promise<void> {
  const all = !['sqlite', 'postgres', 'pgvector'].some(isAsked);
  async function measure(name: string, settings: Parameters<typeof openMemory>[0]): Promise<void> {
    const memory = await openMemory(settings);
    await measureScale(name, memory, entries, searches);
    await memory.stop();
  }
  if (all || isAsked('sqlite')) await measure('SQLite', { settings: { DATA_DIR: dataDirectory } });
  if (all || isAsked('postgres')) {
    const server = await startPostgres({ durable: true });
    await measure('PostgreSQL', { settings: { DATABASE_URL: server.url('postgres') } });
    await server.stop();
  }
  if (all || isAsked('pgvector')) {
    const server = await startPglite();
    await measure('PostgreSQL with pgvector', { settings: { DATABASE_URL: server.url }, poolSize: 1 });
    await server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
try {
  await (isAsked('--scale') ? scale : quality)(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
