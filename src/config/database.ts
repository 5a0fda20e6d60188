import type { Readers } from './readers.ts';

export function readDatabase({ text, integer, wrong }: Readers) {
  const databaseUrl = text('DATABASE_URL');
  // Not shown: it holds a password.
  if (databaseUrl && !(/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)))
    wrong('DATABASE_URL', 'must be a postgres:// address (leave it unset for the embedded database)');
  return {
    databaseUrl,
    dataDirectory: text('DATA_DIR') ?? '.data',
    // With PostgreSQL only where one was named: several gateways may run in the same folder.
    anchorDirectory: text('DATA_DIR') ?? (databaseUrl ? undefined : '.data'),
    poolSize: integer('DATABASE_POOL_SIZE', 10, 2, 500),
  };
}
