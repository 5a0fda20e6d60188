import { availableParallelism } from 'node:os';
import type { Readers } from './readers.ts';

/** How many processes share the port. */
function readProcesses({ text, integer, wrong }: Readers, hasServer: boolean): number {
  if (text('PROCESSES') === 'auto') return hasServer ? availableParallelism() : 1;
  const count = integer('PROCESSES', 1, 1, 64);
  if (count > 1 && !hasServer)
    wrong('PROCESSES', 'needs PostgreSQL (DATABASE_URL): one process at a time writes the embedded database');
  return count;
}

export function readDatabase(read: Readers) {
  const { text, integer, wrong } = read;
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
    processes: readProcesses(read, databaseUrl !== undefined),
  };
}
