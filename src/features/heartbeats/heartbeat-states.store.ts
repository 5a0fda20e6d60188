import type { Database, Transaction } from '../../platform/db/database.ts';

/** What a heartbeat found when it last looked. */
export type HeartbeatState = {
  etag: string | null;
  lastModified: string | null;
  httpStatus: number;
  digest: string;
  /** The keys of the feed items that were seen, newest first. */
  seen: string[];
};

type Row = { etag: string | null; last_modified: string | null; http_status: number; digest: string; seen: string };

export function createHeartbeatStateStore(database: Database) {
  return {
    async find(scheduleId: string): Promise<HeartbeatState | undefined> {
      const row = await database.get<Row>('SELECT * FROM heartbeat_states WHERE schedule_id = $1', [scheduleId]);
      if (!row) return undefined;
      const { etag, last_modified: lastModified, http_status: httpStatus, digest, seen } = row;
      return { etag, lastModified, httpStatus, digest, seen: JSON.parse(seen) as string[] };
    },
    async save(tx: Transaction, scheduleId: string, state: HeartbeatState): Promise<void> {
      await tx.run(
        `INSERT INTO heartbeat_states (schedule_id, etag, last_modified, http_status, digest, seen) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (schedule_id) DO UPDATE SET etag = excluded.etag, last_modified = excluded.last_modified,
           http_status = excluded.http_status, digest = excluded.digest, seen = excluded.seen`,
        [scheduleId, state.etag, state.lastModified, state.httpStatus, state.digest, JSON.stringify(state.seen)],
      );
    },
    /** For a heartbeat whose URL has changed: everything there is new. */
    forget: (tx: Transaction, scheduleId: string) =>
      tx.run('DELETE FROM heartbeat_states WHERE schedule_id = $1', [scheduleId]),
  };
}

export type HeartbeatStateStore = ReturnType<typeof createHeartbeatStateStore>;
