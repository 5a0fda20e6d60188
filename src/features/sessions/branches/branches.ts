import type { Caller } from '../../../http/authentication.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { createHook } from '../../../kernel/hooks.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { SessionStore } from '../sessions.store.ts';
import type { BranchStore, PlacedMessage } from './branches.store.ts';
import { createTree, type Tree } from './tree.ts';

type Deps = { store: BranchStore; sessions: Pick<SessionStore, 'find' | 'lock'>; clock: Clock };

/** The runs whose questions are no longer on the chosen path, and those whose questions are on it again. */
export type PathChange = { sessionId: string; left: readonly string[]; joined: readonly string[] };
/** A run that wrote beside the chosen path, after the message with this number. */
export type BranchingRun = Person & { id: string; sessionId: string; after: number };

/** A path is a condition of a statement, and a statement has so many parts. */
const mostBranches = 400;

const howToChoose = (sessionId: string, messageId: string) =>
  `Choose it first, with PUT /sessions/${sessionId}/messages/${messageId}/chosen.`;

const runsOf = (rows: readonly PlacedMessage[]): string[] =>
  rows.flatMap(({ role, run_id }) => (role === 'user' && run_id !== null ? [run_id] : []));

/**
 * The branches of conversations. Answering a question again, or another question in its place, begins a branch; messages are
 * on the chosen path or were left.
 */
export function createBranches({ store, sessions, clock }: Deps) {
  /** In the transaction that chooses another path. */
  const onChange = createHook<[tx: Transaction, person: Person, change: PathChange]>();

  type Choice = { sessionId: string; tree: Tree; leaf: number; last: number };

  async function choose(tx: Transaction, person: Person, { sessionId, tree, leaf, last }: Choice) {
    const now = clock.now();
    const { left, joined } = await store.choose(tx, sessionId, tree.pathTo(leaf), now);
    const first = [...left, ...joined].reduce((least, { seq }) => Math.min(least, seq), Number.MAX_SAFE_INTEGER);
    await store.changed(tx, sessionId, joined.length - left.length, first, now);
    if (leaf !== last) await store.put(tx, sessionId, { first: last + 1, after: leaf });
    await onChange.run(tx, person, { sessionId, left: runsOf(left), joined: runsOf(joined) });
  }

  return {
    onChange,
    list: store.list,

    /** What a branch may begin with: the question that the message is, or answers; the last one without a message. */
    async questionOf({ workspaceId, userId }: Person, sessionId: string, messageId: string | undefined) {
      const session = await sessions.find({ workspaceId, userId }, sessionId);
      if (!session) throw notFound(`Session ${sessionId}`);
      const message = messageId === undefined ? undefined : await store.find(sessionId, messageId);
      if (messageId !== undefined && !message) throw notFound(`Message ${messageId}`);
      if (message && message.left_at !== null)
        throw new AppError('conflict', `The message was left. ${howToChoose(sessionId, message.id)}`);
      const row = await store.question(sessionId, message?.seq ?? session.last_seq);
      if (!row || message?.role === 'system') throw new AppError('conflict', 'There is no question to answer.');
      const branches = await store.list(sessionId);
      if (branches.length >= mostBranches)
        throw new AppError('conflict', `The conversation has ${mostBranches} branches already. Fork it to go on.`);
      const { id, seq, run_id, content, parts, meta } = row;
      const before = createTree(branches, session.last_seq).parentOf(seq);
      return { id, seq, before, runId: run_id, content, parts, meta };
    },

    /** At the end of a run that answered again: its answer is the history from now on, or a sibling that was not chosen. */
    async settle(tx: Transaction, run: BranchingRun, chosen: boolean): Promise<void> {
      const { id, sessionId, after } = run;
      const { first, last } = (await store.written(tx, sessionId, id)) ?? {};
      const session = await store.place(tx, sessionId);
      if (!session || first === null || first === undefined || last === null || last === undefined) return;
      await store.put(tx, sessionId, { first, after });
      const person = { workspaceId: run.workspaceId, userId: run.userId };
      if (chosen) {
        const tree = createTree(await store.list(sessionId, tx), session.last_seq);
        await choose(tx, person, { sessionId, tree, leaf: last, last: session.last_seq });
        return;
      }
      const leaf = await store.lastChosen(tx, sessionId, id);
      await store.put(tx, sessionId, { first: session.last_seq + 1, after: leaf });
    },

    /** Makes a message the history again, with what followed it when it was. */
    async chooseMessage({ workspaceId, userId }: Caller, sessionId: string, messageId: string): Promise<void> {
      const person = { workspaceId, userId };
      await store.transaction(async (tx) => {
        const session = await sessions.lock(tx, person, sessionId);
        if (!session) throw notFound(`Session ${sessionId}`);
        const message = await store.find(sessionId, messageId, tx);
        if (!message) throw notFound(`Message ${messageId}`);
        if (session.running_run_id)
          throw new AppError('conflict', 'A turn is running in this session.', {
            extra: { runId: session.running_run_id },
          });
        if (message.left_at === null) return;
        const tree = createTree(await store.list(sessionId, tx), session.last_seq);
        const following = await store.at(sessionId, tree.forks().flat(), tx);
        const leftAt = new Map(following.map(({ seq, left_at }) => [seq, left_at]));
        const leaf = tree.lastFrom(message.seq, leftAt);
        await choose(tx, person, { sessionId, tree, leaf, last: session.last_seq });
      });
    },

    /** The ids of all answers to a question, or of all questions in one place, by each of them. */
    async siblings(sessionId: string, lastSeq: number): Promise<Map<string, string[]>> {
      const branches = await store.list(sessionId);
      const found = new Map<string, string[]>();
      if (branches.length === 0) return found;
      const forks = createTree(branches, lastSeq)
        .forks()
        .filter(({ length }) => length > 1);
      if (forks.length === 0) return found;
      const rows = new Map((await store.at(sessionId, forks.flat())).map((row) => [row.seq, row]));
      const answering = [...rows.values()].filter(({ role }) => role === 'assistant');
      const answers = await store.answersOf(
        sessionId,
        answering.flatMap(({ run_id }) => run_id ?? []),
      );
      for (const fork of forks)
        for (const role of ['user', 'assistant']) {
          const alike = fork.map((seq) => rows.get(seq)).filter((row) => row?.role === role) as PlacedMessage[];
          // An answer with tool calls begins with them, and is known by its last message.
          const ids = alike.map((row) => (role === 'user' ? row : (answers.get(row.run_id ?? '') ?? row)).id);
          if (ids.length > 1) for (const id of ids) found.set(id, ids);
        }
      return found;
    },
  };
}

export type Branches = ReturnType<typeof createBranches>;
