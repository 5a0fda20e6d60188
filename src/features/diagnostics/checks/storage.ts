import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { migrationState } from '../../../platform/db/migrate.ts';
import { worthTellingMs } from '../../../platform/db/shared-clock.ts';
import { type Check, fail, pass, warn } from '../check.ts';
import type { ProbeStore } from '../probes.store.ts';

const slowMs = 2_500;

const repair = {
  sqlite: 'See that the disk of DATA_DIR is there, has room and can be written to.',
  postgres: 'See that the server of DATABASE_URL runs, can be reached and takes this account and more connections.',
};

/** How far this machine's clock is ahead of the clock of the database that the nodes share. */
export type ClockOffset = () => number;

const database = ({ engine, writesAndReads }: ProbeStore, clock: Clock, aheadMs: ClockOffset): Check => ({
  id: 'database',
  category: 'storage',
  broken: 'The database does not answer.',
  hint: repair[engine],
  timeoutMs: 5_500,
  async examine() {
    const began = performance.now();
    if (!(await writesAndReads(clock.now())))
      return fail('A row was written and could not be read back.', repair[engine]);
    const tookMs = Math.round(performance.now() - began);
    if (tookMs > slowMs) return warn(`A row was written and read back, but that took ${tookMs} ms.`, repair[engine]);
    const ahead = aheadMs();
    if (Math.abs(ahead) > worthTellingMs)
      return warn(
        `A row was written and read back. This machine's clock is ${Math.abs(ahead / 1_000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's, whose time is used.`,
        'Synchronise the clock of this machine, by NTP or chrony.',
      );
    return pass('A row was written and read back.');
  },
});

const migrations = (connection: Database): Check => ({
  id: 'migrations',
  category: 'storage',
  broken: 'The schema could not be looked at.',
  hint: 'See that the table schema_migrations is there and can be read; restore it from a backup otherwise.',
  needsDatabase: true,
  async examine() {
    const { applied, pending, changed, unknown } = await migrationState(connection);
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

export const storageChecks = (connection: Database, store: ProbeStore, clock: Clock, aheadMs: ClockOffset): Check[] => [
  database(store, clock, aheadMs),
  migrations(connection),
];
