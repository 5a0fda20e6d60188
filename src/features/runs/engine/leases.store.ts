import type { Database } from '../../../platform/db/database.ts';
import { statusIs } from '../run.store.ts';
import type { RunRow } from '../run.ts';

type Held = { id: string; claim: string; cancel_requested: number };

/** Leases of runs: a run belongs to its node for as long as the node renews its lease. */
export function createLeaseStore(database: Database) {
  return {
    renew: async (node: string, leaseUntil: number): Promise<Held[]> =>
      (
        await database.run<Held>(
          "UPDATE runs SET lease_until = $2 WHERE node = $1 AND status = 'running' RETURNING id, claim, cancel_requested",
          [node, leaseUntil],
        )
      ).rows,

    /** Gives up a claim that a failed write left behind: any node may end the run now. */
    drop: ({ id, claim }: Pick<Held, 'id' | 'claim'>) =>
      database.run(`UPDATE runs SET lease_until = 0 WHERE id = $1 AND claim = $2 AND ${statusIs('running')}`, [
        id,
        claim,
      ]),
    /** SQLite has one process: a claim of any other node was left by a process that died. */
    dropOthers: (node: string) =>
      database.run("UPDATE runs SET lease_until = 0 WHERE status = 'running' AND node <> $1", [node]),

    abandoned: (now: number) =>
      database.all<RunRow>(
        "SELECT * FROM runs WHERE status = 'running' AND lease_until < $1 ORDER BY lease_until LIMIT 50",
        [now],
      ),
    /** Queued runs that hold their session and arrived at this node, or that their node did not begin in time. */
    due: (node: string, now: number) =>
      database.all<{ id: string }>(
        `SELECT id FROM runs WHERE status = 'queued' AND waits_for IS NULL AND lease_until > 0 AND (lease_until < $2 OR node = $1)
         ORDER BY lease_until LIMIT 50`,
        [node, now],
      ),
    /** The ids whose runs are no longer queued. */
    async noLongerQueued(ids: readonly string[]): Promise<string[]> {
      const gone: string[] = [];
      for (let from = 0; from < ids.length; from += 50) {
        const some = Array.from({ length: 50 }, (_, index) => ids[from + index] ?? '');
        const rows = await database.all<{ id: string }>(
          `SELECT id FROM runs WHERE status = 'queued' AND id IN (${some.map((_, index) => `$${index + 1}`).join(', ')})`,
          some,
        );
        const queued = new Set(rows.map(({ id }) => id));
        gone.push(...some.filter((id) => id !== '' && !queued.has(id)));
      }
      return gone;
    },
  };
}

export type LeaseStore = ReturnType<typeof createLeaseStore>;
