import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../src/config.ts';
import { backUp } from '../src/operations/back-up.ts';
import { commandLine, goHome, typedPath } from './home.ts';

function refuse(lines: readonly string[], code = 1): never {
  for (const line of lines) console.error(line);
  process.exit(code);
}

const [name] = process.argv.slice(2);
if (!name || name.startsWith('-'))
  refuse([`${commandLine('backup')} <file>: copies the embedded database, running or not.`], 2);
const file = typedPath(name);
goHome();
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
