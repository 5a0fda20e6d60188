import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type DatabaseSettings, openDatabase } from '../../src/platform/db/open.ts';
import { administer, postgresTemplate } from './databases.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A folder with an embedded database that has all migrations; copied, never opened. */
    sqliteTemplate: string;
  }
}

async function migrated(settings: Partial<DatabaseSettings>): Promise<void> {
  const database = openDatabase({ dataDirectory: '', poolSize: 2, ...settings }, () => undefined);
  await migrate(database, Date.now());
  await database.close();
}

/**
 * One PostgreSQL for the whole run; every test file makes databases of its own in it. They are copies of one that has
 * all migrations: a copy takes a tenth of the time.
 */
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'gateway-template-'));
  await administer(server.url('postgres'), `CREATE DATABASE ${postgresTemplate}`);
  await Promise.all([migrated({ databaseUrl: server.url(postgresTemplate) }), migrated({ dataDirectory: folder })]);
  project.provide('postgresUrl', server.url('postgres'));
  project.provide('sqliteTemplate', folder);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
