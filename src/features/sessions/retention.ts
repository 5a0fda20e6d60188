import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { DeletePortion, Portion } from '../../platform/work/cleaning.ts';
import type { OldSession, SessionRetentionStore } from './retention.store.ts';

type Deps = {
  store: SessionRetentionStore;
  /** Deletes up to so many runs of these sessions; how many. */
  deleteRuns(sessionIds: readonly string[], limit: number): Promise<number>;
  /** In the transaction that deletes a session. */
  onDelete(tx: Transaction, person: Person, sessionId: string): Promise<void>;
};
type UserPlace = { userId: string; at: number; id: string };

/** Sessions at once: each takes its messages and runs with it. */
const mostSessions = 20;

/** Deletes sessions that have been idle for too long, with everything in them. A long one is deleted piece by piece. */
export function createSessionRetention({ store, deleteRuns, onDelete }: Deps) {
  /** `done` is false while there is something left in them. */
  async function deleteWhole(sessions: readonly OldSession[], before: number, limit: number) {
    const due = sessions.filter((session) => session.due === 1);
    if (due.length === 0) return { deleted: 0, done: true };
    const idsOf = (status: OldSession['status']) =>
      due.filter((session) => session.status === status).map(({ id }) => id);
    const open = idsOf('active');
    const ids = new Set(idsOf('closed'));
    if (open.length > 0) for (const id of await store.closeIdle(open, before)) ids.add(id);
    // One statement in a portion: a pause follows each.
    const messages = await store.deleteMessages([...ids], limit);
    if (messages > 0) return { deleted: messages, done: false };
    const runs = await deleteRuns([...ids], limit);
    if (runs > 0) return { deleted: runs, done: false };
    const deleted = await store.transaction(async (tx) => {
      for (const { id, workspace_id, user_id } of due)
        if (ids.has(id)) await onDelete(tx, { workspaceId: workspace_id, userId: user_id }, id);
      return store.delete(tx, [...ids]);
    });
    return { deleted, done: true };
  }

  return {
    /** Of everyone. */
    before:
      (time: number): DeletePortion<string> =>
      async (after = '', limit): Promise<Portion<string>> => {
        const size = Math.min(limit, mostSessions);
        const sessions = await store.after(after, time, size);
        const { deleted, done } = await deleteWhole(sessions, time, limit);
        if (!done) return { deleted, next: after };
        return { deleted, next: sessions.length === size ? sessions.at(-1)?.id : undefined };
      },

    /** Of one workspace. */
    beforeIn:
      (workspaceId: string, time: number): DeletePortion<UserPlace> =>
      async (after, limit): Promise<Portion<UserPlace>> => {
        const size = Math.min(limit, mostSessions);
        const userId = after?.userId || (await store.nextUser(workspaceId, ''));
        if (!userId) return { deleted: 0 };
        const place = after ?? { userId, at: 0, id: '' };
        const sessions = await store.afterOf({ workspaceId, userId }, [place.at, place.id], time, size);
        const { deleted, done } = await deleteWhole(sessions, time, limit);
        if (!done) return { deleted, next: place };
        const last = sessions.at(-1);
        if (last && sessions.length === size) return { deleted, next: { userId, at: last.created_at, id: last.id } };
        const nextUser = await store.nextUser(workspaceId, userId);
        return { deleted, next: nextUser ? { userId: nextUser, at: 0, id: '' } : undefined };
      },
  };
}
