import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Database } from '../../../platform/db/database.ts';
import { migrationState } from '../../../platform/db/migrate.ts';
import { type Check, fail, pass, warn } from '../check.ts';

const slowMs = 2_500;

const repair = {
  sqlite: 'See that the disk of DATA_DIR is there, has room and can be written to.',
  postgres: 'See that the server of DATABASE_URL runs, can be reached and takes this account and more connections.',
};

const database = (store: Database, clock: Clock): Check => ({
  id: 'database',
  category: 'storage',
  broken: 'The database does not answer.',
  hint: repair[store.engine],
  timeoutMs: 5_500,
  async examine() {
    const began = performance.now();
    const [id, value] = [newId('dgn'), randomBytes(16).toString('hex')];
    await store.run('INSERT INTO diagnostics_probe (id, value, created_at) VALUES ($1, $2, $3)', [
      id,
      value,
      clock.now(),
    ]);
    const row = await store.get<{ value: string }>('SELECT value FROM diagnostics_probe WHERE id = $1', [id]);
    // Those of nodes that died in between, too.
    await store.run('DELETE FROM diagnostics_probe WHERE id = $1 OR created_at < $2', [id, clock.now() - 3_600_000]);
    if (row?.value !== value) return fail('A row was written and could not be read back.', repair[store.engine]);
    const tookMs = Math.round(performance.now() - began);
    if (tookMs > slowMs)
      return warn(`A row was written and read back, but that took ${tookMs} ms.`, repair[store.engine]);
    return pass('A row was written and read back.');
  },
});

const migrations = (store: Database): Check => ({
  id: 'migrations',
  category: 'storage',
  broken: 'The schema could not be looked at.',
  hint: 'See that the table schema_migrations is there and can be read; restore it from a backup otherwise.',
  needsDatabase: true,
  async examine() {
    const { applied, pending, changed, unknown } = await migrationState(store);
    if (changed.length > 0)
      return fail(
        `Changed since they were applied to this database: ${changed.join(', ')}.`,
        'Migrations are never edited. Install this version of the gateway anew, or restore the database from a backup.',
      );
    if (pending.length > 0)
      return fail(`Not applied yet: ${pending.join(', ')}.`, 'Restart the gateway: it migrates when it starts.');
    if (unknown.length > 0)
      return warn(
        `The database has migrations this version does not know: ${unknown.join(', ')}.`,
        'A newer gateway uses this database. Bring this node up to the same version.',
      );
    return pass(`All ${applied.length} migrations are applied, as they were written.`);
  },
});

export const storageChecks = (store: Database, clock: Clock): Check[] => [database(store, clock), migrations(store)];
