import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { refreshBundle } from '../../scripts/bundle.ts';
import { freshBundle } from '../../src/bundle.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type DatabaseSettings, openDatabase } from '../../src/platform/db/open.ts';
import { administer, postgresTemplate } from './databases.ts';
import { startPostgres } from './postgres-server.ts';
import { quickFolder } from './quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A folder with an embedded database that has all migrations; it is copied and never opened. */
    sqliteTemplate: string;
    /** A file with the API description that the routes of this run produce. */
    apiDescription: string;
  }
}

async function migrated(settings: Partial<DatabaseSettings>): Promise<void> {
  const database = openDatabase({ dataDirectory: '', poolSize: 2, ...settings }, () => undefined);
  await migrate(database, Date.now());
  await database.close();
}

/** Written once; every test file validates answers by it. */
async function writeDescription(folder: string): Promise<string> {
  const file = join(folder, 'openapi.json');
  const settings = { JWT_SECRET: 'x'.repeat(32), DATA_DIR: join(folder, 'description'), LOG_LEVEL: 'silent' };
  const gateway = compose(readConfig(settings));
  await gateway.app.ready();
  writeFileSync(file, JSON.stringify(gateway.document()));
  await gateway.stop();
  return file;
}

/**
 * One PostgreSQL for the whole run; every test file creates its own databases in it. They are copies of one with all
 * migrations, which takes a tenth of the time.
 */
export default async function setup(project: TestProject) {
  // Most gateways of the tests are started as people start them, many times.
  const [server] = await Promise.all([startPostgres(), refreshBundle()]);
  const bundle = freshBundle();
  const folder = quickFolder('gateway-template-');
  await administer(server.url('postgres'), `CREATE DATABASE ${postgresTemplate}`);
  await Promise.all([migrated({ databaseUrl: server.url(postgresTemplate) }), migrated({ dataDirectory: folder })]);
  project.provide('postgresUrl', server.url('postgres'));
  project.provide('sqliteTemplate', folder);
  const notes = mkdtempSync(join(tmpdir(), 'gateway-description-'));
  project.provide('apiDescription', await writeDescription(notes));
  return async () => {
    // A test once did, and nothing failed: every later start only took longer.
    if (bundle !== freshBundle())
      process.stdout.write('NOTE: files below src or packages were changed meanwhile; later gateways had no bundle.\n');
    await server.stop();
    for (const made of [folder, notes]) rmSync(made, { recursive: true, force: true });
  };
}
