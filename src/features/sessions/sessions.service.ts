import type { Caller } from '../../http/authentication.ts';
import { type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import { newId } from '../../kernel/ids.ts';
import { usd } from '../../kernel/money.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { notAvailable } from '../agents/index.ts';
import { insertMessage, type MessageRow, type MessageToolCall } from './messages.store.ts';
import type { Message, Session, SessionDetails, SessionQuery } from './sessions.schema.ts';
import type { SessionRow, SessionStore } from './sessions.store.ts';

type Deps = {
  store: SessionStore;
  clock: Clock;
  /** Throws unless the caller may use the agent now. */
  admitAgent(person: Person, agentId: string): Promise<{ id: string; name: string }>;
  /** In the same transaction: whether the workspace may use the agent. */
  standingOf(tx: Transaction, workspaceId: string, agentId: string): Promise<'available' | 'elsewhere' | 'absent'>;
};

const shown = (row: SessionRow): Session => ({
  id: row.id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  agentId: row.agent_id,
  surface: row.surface,
  title: row.title,
  status: row.status,
  messageCount: row.message_count,
  usage: { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens },
  costUsd: usd(row.cost_nano),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  lastMessageAt: row.last_message_at === null ? null : iso(row.last_message_at),
});

/** A model's reasoning is stored for the model and not shown. */
function shownMeta({ meta }: MessageRow): { meta?: Record<string, unknown> } {
  if (!meta) return {};
  const { reasoning, ...shown } = JSON.parse(meta) as Record<string, unknown>;
  return Object.keys(shown).length > 0 ? { meta: shown } : {};
}

function shownMessage(row: MessageRow): Message {
  const calls = row.tool_calls ? (JSON.parse(row.tool_calls) as MessageToolCall | MessageToolCall[]) : undefined;
  return {
    id: row.id,
    runId: row.run_id,
    seq: row.seq,
    role: row.role,
    agentId: row.agent_id,
    content: row.content,
    ...(calls ? { toolCalls: [calls].flat().map(({ id, tool, params }) => ({ id, tool, params })) } : {}),
    status: row.status,
    ...(row.prompt_tokens === null
      ? {}
      : { usage: { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens ?? 0 } }),
    ...shownMeta(row),
    createdAt: iso(row.created_at),
  };
}

export function createSessionService({ store, clock, admitAgent, standingOf }: Deps) {
  /** Before a closed session is deleted, outside of any transaction: its runs end first. */
  const beforeDelete = createHook<[person: Person, sessionId: string]>();
  /** In the transaction that closes them. */
  const onClose = createHook<[tx: Transaction, person: Person, sessionIds: readonly string[]]>();
  /** In the transaction that deletes it. */
  const onDelete = createHook<[tx: Transaction, person: Person, sessionId: string]>();

  async function found(person: Person, id: string): Promise<SessionRow> {
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

    async list(caller: Caller, { limit, cursor, status, agentId }: SessionQuery): Promise<Page<Session>> {
      const size = pageSize(limit);
      const rows = await store.list(caller, { status, agentId }, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async get(
      caller: Caller,
      id: string,
      limit: number | undefined,
      before = Number.MAX_SAFE_INTEGER,
    ): Promise<SessionDetails> {
      const session = await found(caller, id);
      const size = Math.min(limit ?? 200, 200);
      const rows = await store.messages(session.id, before, size + 1);
      return {
        ...shown(session),
        messages: rows.slice(0, size).reverse().map(shownMessage),
        hasMore: rows.length > size,
      };
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await found(caller, id);
      // Closed first, so that no run begins in it while the others are ended.
      await store.closeOne(caller, id, clock.now());
      await beforeDelete.run(caller, id);
      await store.transaction(async (tx) => {
        await store.delete(tx, caller, id);
        await onDelete.run(tx, caller, id);
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
      return shown(await found(caller, id));
    },
    handOver,
  };
}

export type SessionService = ReturnType<typeof createSessionService>;
