import type { Caller } from '../../../http/authentication.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TakeOne } from '../../../kernel/counted-quota.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { countSession } from '../../costs/index.ts';
import type { BranchStore } from '../branches/branches.store.ts';
import { createTree } from '../branches/tree.ts';
import { insertMessage, type MessageRow } from '../messages.store.ts';
import type { Session } from '../sessions.schema.ts';
import type { SessionStore, ShownSession } from '../sessions.store.ts';
import { shownSession } from '../shown.ts';
import type { CopyStore } from './copies.store.ts';

type Deps = {
  sessions: SessionStore;
  store: CopyStore;
  branches: Pick<BranchStore, 'find' | 'list'>;
  /** Throws if the workspace's quota of sessions is used up. */
  roomForSession: TakeOne;
  /** The second session refers to the files of the first one too. */
  shareFiles(tx: Transaction, fromSessionId: string, toSessionId: string): Promise<void>;
  clock: Clock;
};

/** A copy is one transaction, and the embedded engine has one writer. */
const mostMessages = 5_000;
/** Statements sent at once. */
const atOnce = 50;

/** Text from outside stays marked: the session that spawned this one is not known in the copy. */
function copiedMeta({ role, meta }: MessageRow, spawned: boolean): string | null {
  if (!spawned || role !== 'user') return meta;
  return JSON.stringify({ ...(JSON.parse(meta ?? '{}') as object), external: true });
}

/** Copies a conversation up to a message into a new session. */
export function createFork({ sessions, store, branches, roomForSession, shareFiles, clock }: Deps) {
  async function copyMessages(tx: Transaction, person: Person, rows: readonly MessageRow[], from: string, to: string) {
    const spawned = await store.isSpawned(tx, from);
    const copy = async (row: MessageRow, index: number) => {
      // The time of the original: ids sort by it, and so does the search.
      const id = newId('msg', row.created_at);
      await insertMessage(tx, {
        id,
        sessionId: to,
        workspaceId: person.workspaceId,
        userId: person.userId,
        runId: row.run_id,
        seq: index + 1,
        role: row.role,
        agentId: row.agent_id,
        content: row.content,
        parts: row.parts,
        toolCalls: row.tool_calls,
        status: row.status,
        meta: copiedMeta(row, spawned),
        promptTokens: row.prompt_tokens,
        completionTokens: row.completion_tokens,
        unsearched: row.role === 'system',
        now: row.created_at,
      });
      if (row.in_parts === 1) await store.copyText(tx, row.id, id);
    };
    for (let from = 0; from < rows.length; from += atOnce)
      await tx.together(...rows.slice(from, from + atOnce).map((row, index) => () => copy(row, from + index)));
  }

  async function copied(tx: Transaction, { workspaceId, userId }: Caller, sessionId: string, messageId: string) {
    const person = { workspaceId, userId };
    // Locked: it is not deleted meanwhile, nor its files.
    const session = await sessions.lock(tx, person, sessionId);
    if (!session) throw notFound(`Session ${sessionId}`);
    const last = await branches.find(sessionId, messageId, tx);
    if (!last) throw notFound(`Message ${messageId}`);
    const path = createTree(await branches.list(sessionId, tx), session.last_seq).pathTo(last.seq);
    const rows = await store.messagesOn(tx, sessionId, path, mostMessages + 1);
    if (rows.length > mostMessages)
      throw new AppError('conflict', `A copy has at most ${mostMessages} messages. Name an earlier one.`);
    const now = clock.now();
    const id = newId('ses', now);
    const { summary_seq } = session;
    await store.insert(tx, {
      ...person,
      id,
      from: sessionId,
      messages: rows.length,
      // A summary of the chosen path says nothing of another one.
      summarySeq:
        last.left_at === null && summary_seq <= last.seq ? rows.filter(({ seq }) => seq <= summary_seq).length : 0,
      lastMessageAt: rows.at(-1)?.created_at ?? now,
      now,
    });
    await copyMessages(tx, person, rows, sessionId, id);
    await shareFiles(tx, sessionId, id);
    await countSession(tx, { ...person, agentId: session.agent_id }, now);
    return id;
  }

  return async function fork(caller: Caller, sessionId: string, messageId: string): Promise<Session> {
    if (!(await sessions.find(caller, sessionId))) throw notFound(`Session ${sessionId}`);
    await roomForSession(caller.workspaceId);
    const id = await sessions.transaction((tx) => copied(tx, caller, sessionId, messageId));
    return shownSession((await sessions.find(caller, id)) as ShownSession);
  };
}

export type Fork = ReturnType<typeof createFork>;
