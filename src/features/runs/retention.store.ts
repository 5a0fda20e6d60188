import { deleteById, firstIdOf, listedIds } from '../../platform/db/by-age.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeletePortion } from '../../platform/work/cleaning.ts';
import { kindsFromOutside } from './run.ts';

const ended = "status IN ('completed', 'failed', 'cancelled')";
const outside = kindsFromOutside.map((kind) => `'${kind}'`).join(', ');

/** A row of events. */
type EventPlace = { run_id: string; last_seq: number };

/**
 * What is kept of runs for a while only. Tool calls, events and approvals go with their run; its messages stay. A run by
 * which its session is known to hold text from outside goes with the session.
 */
export function createRunRetention(database: Database) {
  return {
    /** The run and its messages stay; its events can no longer be resumed from. */
    eventsBefore:
      (before: number): DeletePortion<EventPlace> =>
      async (after, limit) => {
        // No event is older than its run. Those of runs that have lasted longer are looked at and kept.
        const rows = await database.all<EventPlace>(
          `SELECT run_id, last_seq FROM run_events WHERE (run_id, last_seq) > ($1, $2) AND run_id < $3
           ORDER BY run_id, last_seq LIMIT $4`,
          [after?.run_id ?? '', after?.last_seq ?? 0, firstIdOf('run', before), limit],
        );
        const [first, last] = [rows[0], rows.at(-1)];
        if (!first || !last) return { deleted: 0 };
        const { changes } = await database.run(
          `DELETE FROM run_events
           WHERE (run_id, last_seq) >= ($1, $2) AND (run_id, last_seq) <= ($3, $4) AND created_at < $5`,
          [first.run_id, first.last_seq, last.run_id, last.last_seq, before],
        );
        return { deleted: changes, next: rows.length === limit ? last : undefined };
      },

    /** A batch that is under way counts its runs. */
    runsBefore: (before: number) =>
      deleteById(database, {
        table: 'runs',
        prefix: 'run',
        before,
        aged: 't.finished_at',
        due: `t.${ended} AND t.kind NOT IN (${outside})
          AND NOT EXISTS (SELECT 1 FROM run_batches b WHERE b.id = t.batch_id AND b.open = 1)`,
      }),

    /** Of runs that stay. */
    toolCallsBefore:
      (before: number): DeletePortion<string> =>
      async (after, limit) => {
        const calls = await database.all<{ run_id: string }>(
          'SELECT run_id FROM tool_calls WHERE run_id > $1 AND run_id < $2 ORDER BY run_id LIMIT $3',
          [after ?? '', firstIdOf('run', before), limit],
        );
        const ids = [...new Set(calls.map(({ run_id }) => run_id))];
        if (ids.length === 0) return { deleted: 0 };
        const { changes } = await database.run(
          `DELETE FROM tool_calls AS t WHERE t.run_id ${listedIds[database.engine]}
             AND EXISTS (SELECT 1 FROM runs r WHERE r.id = t.run_id AND r.${ended} AND r.finished_at < $2)`,
          [JSON.stringify(ids), before],
        );
        return { deleted: changes, next: calls.length === limit ? ids.at(-1) : undefined };
      },

    /** Those of autonomous batches, or of swarms. */
    batchesBefore: (prefix: 'bat' | 'swm', before: number) =>
      deleteById(database, { table: 'run_batches', prefix, before, due: 't.open = 0', aged: 't.created_at' }),

    deleteOfSessions: async (sessionIds: readonly string[], limit: number): Promise<number> =>
      (
        await database.run(
          `DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE session_id ${listedIds[database.engine]} LIMIT $2)`,
          [JSON.stringify(sessionIds), limit],
        )
      ).changes,
  };
}
