import type { Database } from '../../src/platform/db/database.ts';

/** What changes by itself, or is written about a refused request on purpose. */
const beside = new Set([
  'audit_head',
  'audit_log',
  'events',
  'jobs',
  // What entries mean is computed in the background.
  'memory_bits',
  'memory_recalls',
  'memory_unembedded',
  'memory_vectors',
  'rate_limits',
  'recurring_jobs',
  'schema_migrations',
  'search_probe',
]);

const tablesOf = {
  // A virtual table's own tables hold it again, as bytes.
  sqlite: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
};

const known = new WeakMap<Database, string[]>();

async function tables(database: Database): Promise<string[]> {
  let names = known.get(database);
  if (!names) {
    const rows = await database.all<{ name: string }>(tablesOf[database.engine]);
    names = rows.map(({ name }) => name).filter((name) => !beside.has(name));
    known.set(database, names);
  }
  return names;
}

/** Turns and deliveries go on after their request was answered; what they write is not the next request's doing. */
async function whenIdle(database: Database): Promise<void> {
  const busy = `SELECT (SELECT count(*) FROM runs WHERE status IN ('queued', 'running'))
    + (SELECT count(*) FROM schedules WHERE active_run_id IS NOT NULL)
    + (SELECT count(*) FROM jobs WHERE queue LIKE 'memory-%' AND state = 'ready' AND run_at <= $1)
    + (SELECT count(*) FROM deliveries WHERE claim IS NOT NULL OR due_at <= $1) AS n`;
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    if (Number((await database.get<{ n: number }>(busy, [Date.now()]))?.n) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The gateway is still busy after 10 s.');
}

/** Every row of every table as text, table first. */
export async function storedRows(database: Database): Promise<string[]> {
  await whenIdle(database);
  const all = await Promise.all(
    (await tables(database)).map(async (table) => {
      const rows = await database.all<Record<string, unknown>>(`SELECT * FROM ${table}`);
      // How often something was recalled is written a while after it was.
      return rows.map(({ recall_count, last_recalled_at, ...row }) => `${table} ${JSON.stringify(row)}`);
    }),
  );
  return all.flat();
}

/** Rows that are there now and were not before; a changed row is one gone and one new. */
export function newRows(before: readonly string[], after: readonly string[]): string[] {
  const old = new Set(before);
  return after.filter((row) => !old.has(row));
}
