import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '../src/config.ts';
import { backUp } from '../src/operations/back-up.ts';

function refuse(lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const [name] = process.argv.slice(2);
if (!name || name.startsWith('-')) refuse(['npm run backup -- <file>: copies the embedded database, running or not.']);
// npm changes to the project's folder first. A relative name is meant from the folder where it was typed.
const file = resolve(process.env.INIT_CWD ?? '.', name);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const { databaseUrl, dataDirectory } = readConfig(process.env).database;
  if (databaseUrl)
    refuse(['This gateway runs on PostgreSQL (DATABASE_URL): back it up with pg_dump, see docs/operations/backup.md.']);
  const { bytes } = await backUp(dataDirectory, file);
  console.log(`${file}: ${(bytes / 1_048_576).toFixed(1)} MB, complete and checked.`);
  console.log('Keep .env with it: without GATEWAY_ENCRYPTION_KEY the secrets in it cannot be read.');
} catch (error) {
  refuse(error instanceof ConfigError ? error.problems : [`Not backed up: ${(error as Error).message}`]);
}
