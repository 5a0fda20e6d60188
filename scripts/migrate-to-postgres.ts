import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../src/config.ts';
import { AppError } from '../src/kernel/errors.ts';
import { type MovedTable, moveToPostgres } from '../src/operations/move-to-postgres.ts';
import { commandLine, goHome } from './home.ts';

const usage = `${commandLine('migrate-to-postgres')} [--to postgres://user:password@host:5432/name]

Copies everything from the embedded database in DATA_DIR to an empty PostgreSQL database (--to, else DATABASE_URL),
compares counts and checksums of every table, and says what to change in .env. The gateway must not be running.
`;

function refuse(lines: readonly string[], code = 1): never {
  for (const line of lines) console.error(line);
  process.exit(code);
}

function readSettings(): { dataDirectory: string; databaseUrl: string } {
  goHome();
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const { dataDirectory, databaseUrl } = readConfig({
      ...process.env,
      ...(values.to === undefined ? {} : { DATABASE_URL: values.to }),
    }).database;
    if (!databaseUrl) refuse(['Name the target: --to postgres://…, or set DATABASE_URL.', '', usage], 2);
    return { dataDirectory, databaseUrl };
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.problems);
    refuse([(error as Error).message, '', usage], 2);
  }
}

/** Without the password: the terminal may be recorded. */
function shown(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password) url.password = '***';
  return url.href;
}

const number = (value: number) => value.toLocaleString('en').padStart(12);

function printTable({ table, sent, stored, isSame }: MovedTable): void {
  const verdict = isSame ? 'same' : 'DIFFERENT';
  console.log(
    `${table.padEnd(24)}${number(sent.rows)}${number(stored.rows)}  ${stored.checksum.slice(0, 16)}  ${verdict}`,
  );
}

const settings = readSettings();
const began = performance.now();
console.log(`From ${settings.dataDirectory} to ${shown(settings.databaseUrl)}\n`);
console.log(`${'table'.padEnd(24)}${'rows sent'.padStart(12)}${'stored'.padStart(12)}  checksum`);
try {
  const tables = await moveToPostgres({ ...settings, onTable: printTable });
  const rows = tables.reduce((sum, { sent }) => sum + sent.rows, 0);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`\n${tables.length} tables, ${rows.toLocaleString('en')} rows in ${seconds} s: the same on both sides.

Now set this in .env, or wherever the settings of this gateway come from, and start it:

  DATABASE_URL=${shown(settings.databaseUrl)}

JWT_SECRET and GATEWAY_ENCRYPTION_KEY stay as they are: tokens and stored secrets depend on them. ${settings.dataDirectory} is
as it was and no longer used; keep it until you are content, then delete it, for it holds everyone's data.`);
} catch (error) {
  const cause = error instanceof AppError ? error.details.cause : undefined;
  refuse([
    '',
    `Not moved: ${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`,
    cause
      ? 'The connection was lost. Run it again: it says so if the target has everything already. The source is as it was.'
      : 'The target is as it was, and so is the source.',
  ]);
}
