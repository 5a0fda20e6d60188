import type { Database } from '../../src/platform/db/database.ts';

/** Every table with a row that contains the text. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const sql = {
    sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
    postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  };
  const found: string[] = [];
  for (const { name } of await database.all<{ name: string }>(sql[database.engine]))
    if (JSON.stringify(await database.all(`SELECT * FROM ${name}`)).includes(text)) found.push(name);
  return found;
}
