import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../db/database.ts';

/** All nodes use the same lock: even IF NOT EXISTS fails when two of them create the extension at once. */
const extensionLock = 7_162_010;

/** Returned only where pgvector is installed: creating an extension that is not installed fails with another code. */
const permissionDenied = '42501';

const probe = `SELECT CAST(CAST('{1,0}' AS REAL[]) AS vector) <=> CAST('[1,0]' AS vector) AS distance,
  CAST('10' AS BIT VARYING) <~> CAST('01' AS BIT VARYING) AS bits`;

/** Whether PostgreSQL has pgvector. It is created where this role may do so. */
export async function findPgvector(database: Database, log: Log): Promise<boolean> {
  const works = () =>
    database.get(probe).then(
      () => true,
      () => false,
    );
  if (await works()) return true;
  try {
    await database.transaction(async (tx) => {
      await tx.get(`SELECT pg_advisory_xact_lock(${extensionLock})`);
      await tx.script('CREATE EXTENSION IF NOT EXISTS vector');
    });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (code === permissionDenied)
      log.warn(
        { reason: message },
        'PostgreSQL has pgvector, but this gateway may not create the extension: let a superuser run CREATE EXTENSION vector in its database and restart. Until then memory is searched without it',
      );
    else log.info({ reason: message }, 'PostgreSQL has no pgvector: memory is searched without it');
    return false;
  }
  return works();
}
