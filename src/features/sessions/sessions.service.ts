import type { Caller } from '../../http/authentication.ts';
import { type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { notAvailable } from '../agents/index.ts';
import type { Branches } from './branches/branches.ts';
import { insertMessage } from './messages.store.ts';
import type { Session, SessionChange, SessionDetails, SessionQuery } from './sessions.schema.ts';
import type { SessionStore, ShownSession } from './sessions.store.ts';
import { metadataText, shownMessage, shownSession } from './shown.ts';

type Deps = {
  store: SessionStore;
  clock: Clock;
  branches: Pick<Branches, 'siblings'>;
  /** Throws unless the caller may use the agent now. */
  admitAgent(person: Person, agentId: string): Promise<{ id: string; name: string }>;
  /** In the same transaction: whether the workspace may use the agent. */
  standingOf(tx: Transaction, workspaceId: string, agentId: string): Promise<'available' | 'elsewhere' | 'absent'>;
};

function siblingsOf(siblings: ReadonlyMap<string, string[]>, id: string) {
  const ids = siblings.get(id);
  return ids ? { siblings: ids, siblingIndex: ids.indexOf(id) } : {};
}

export function createSessionService({ store, clock, branches, admitAgent, standingOf }: Deps) {
  /** Before a closed session is deleted, outside of any transaction: its runs end first. */
  const beforeDelete = createHook<[person: Person, sessionId: string]>();
  /** In the transaction that closes them. */
  const onClose = createHook<[tx: Transaction, person: Person, sessionIds: readonly string[]]>();
  /** In the transaction that deletes it, before that. */
  const onDelete = createHook<[tx: Transaction, person: Person, sessionId: string]>();

  async function found(person: Person, id: string): Promise<ShownSession> {
    const row = await store.find(person, id);
    if (!row) throw notFound(`Session ${id}`);
    return row;
  }

  /** Gives the session to the target agent. `ownRun` is the run that hands over its own session, if any. */
  async function handOver(
    tx: Transaction,
    person: Person,
    id: string,
    target: { id: string; name: string },
    reason: string | undefined,
    ownRun?: string,
  ): Promise<void> {
    const session = await store.lock(tx, person, id);
    if (!session) throw notFound(`Session ${id}`);
    if (session.status !== 'active') throw new AppError('conflict', 'The session is closed.');
    if (session.running_run_id && session.running_run_id !== ownRun)
      throw new AppError('conflict', 'A turn is running in this session.', {
        extra: { runId: session.running_run_id },
      });
    const now = clock.now();
    const seq = await store.handOver(tx, id, target.id, now);
    await insertMessage(tx, {
      id: newId('msg', now),
      sessionId: id,
      workspaceId: person.workspaceId,
      userId: person.userId,
      runId: ownRun ?? null,
      seq,
      role: 'system',
      agentId: target.id,
      content: `The conversation was handed to ${target.name}.${reason ? ` Reason: ${reason}` : ''}`,
      status: 'complete',
      meta: JSON.stringify({
        kind: 'handoff',
        fromAgentId: session.agent_id,
        toAgentId: target.id,
        reason: reason ?? null,
      }),
      now,
    });
  }

  return {
    beforeDelete,
    eraseMost: store.eraseMost,
    onClose,
    onDelete,

    async list(caller: Caller, { limit, cursor, ...filter }: SessionQuery): Promise<Page<Session>> {
      const size = pageSize(limit);
      const rows = await store.list(caller, filter, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shownSession);
    },

    async get(
      caller: Caller,
      id: string,
      limit: number | undefined,
      before = Number.MAX_SAFE_INTEGER,
    ): Promise<SessionDetails> {
      const session = await found(caller, id);
      const size = Math.min(limit ?? 200, 200);
      const [rows, siblings] = await Promise.all([
        store.messages(session.id, before, size + 1),
        branches.siblings(session.id, session.last_seq),
      ]);
      return {
        ...shownSession(session),
        messages: rows
          .slice(0, size)
          .reverse()
          .map((row) => ({ ...shownMessage(row), ...siblingsOf(siblings, row.id) })),
        hasMore: rows.length > size,
      };
    },

    async change(caller: Caller, id: string, { title, pinned, metadata }: SessionChange): Promise<Session> {
      if (title?.trim() === '') throw invalidField('title', 'must not be blank');
      const changes = {
        title: title?.trim() ?? null,
        pinned: pinned === undefined ? null : Number(pinned),
        metadata: metadata ? metadataText(metadata) : null,
      };
      const row = await store.change(caller, id, changes, clock.now());
      if (!row) throw notFound(`Session ${id}`);
      return shownSession(row);
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await found(caller, id);
      // Closed first, so that no run begins in it while the others are ended.
      await store.closeOne(caller, id, clock.now());
      await beforeDelete.run(caller, id);
      await store.transaction(async (tx) => {
        await onDelete.run(tx, caller, id);
        await store.delete(tx, caller, id);
      });
    },

    /**
     * The next message opens a new session; a run under way ends in the old one. Sessions of a deleted agent can still be
     * closed.
     */
    close: (caller: Caller, filter: { agentId?: string; surface?: string }): Promise<string[]> =>
      store.transaction(async (tx) => {
        const { agentId } = filter;
        const standing = agentId && (await standingOf(tx, caller.workspaceId, agentId));
        if (standing === 'elsewhere') throw notAvailable();
        const closed = await store.close(tx, caller, filter, clock.now());
        if (standing === 'absent' && closed.length === 0) throw notFound(`Agent ${agentId}`);
        await onClose.run(tx, caller, closed);
        return closed;
      }),

    /** In the caller's transaction. */
    async closeOne(tx: Transaction, person: Person, id: string): Promise<void> {
      await store.closeOne(person, id, clock.now(), tx);
      await onClose.run(tx, person, [id]);
    },

    async handoff(caller: Caller, id: string, agentId: string, reason: string | undefined): Promise<Session> {
      await found(caller, id);
      const target = await admitAgent(caller, agentId);
      await store.transaction((tx) => handOver(tx, caller, id, target, reason));
      return shownSession(await found(caller, id));
    },
    handOver,
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
