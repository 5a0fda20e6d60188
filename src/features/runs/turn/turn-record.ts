import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Admit } from '../../agents/index.ts';
import { chargeTo } from '../../costs/index.ts';
import { insertMessage, type SessionGrowth } from '../../sessions/index.ts';
import type { TurnBudget } from '../ending/turn-budget.ts';
import type { RunEvent } from '../log/run-events.ts';
import type { RunStore, RunTotals } from '../run.store.ts';
import { spanSince } from './trace.ts';
import { elapsedMs, type Turn, type TurnFacts } from './turn.ts';

type Deps = { store: RunStore; budget: TurnBudget; clock: Clock; admit: Admit };
type Answer = {
  id?: string;
  seq: number | null;
  status: 'complete' | 'partial';
  toolCalls?: string;
  meta?: string | null;
  promptTokens?: number;
  completionTokens?: number;
  now: number;
};
/** The run's standing when it was saved. */
type Saved = { standing: string | null };
/** Where in the session the new messages go, and when. */
export type Place = { firstSeq: number; now: number };

/** Stores a turn while it is under way. */
export function createTurnRecord({ store, budget, clock, admit }: Deps) {
  const growth = (turn: Turn, messages: number): SessionGrowth => {
    const sum = { messages, beside: turn.run.again !== null, promptTokens: 0, completionTokens: 0, costNano: 0 };
    for (const { usage, costNano } of turn.progress.charges) {
      sum.promptTokens += usage.promptTokens + usage.cachedTokens;
      sum.completionTokens += usage.completionTokens;
      sum.costNano += costNano;
    }
    return sum;
  };
  const owner = ({ run, admission }: TurnFacts) => ({
    workspaceId: run.workspaceId,
    userId: run.userId,
    agentId: admission.agent.id,
    keyId: run.keyId,
  });
  const totals = (turn: Turn, activeMs = elapsedMs(turn)): RunTotals => ({
    ...turn.progress.totals,
    toolCalls: turn.progress.toolCalls.length,
    steps: turn.progress.steps,
    lastSeq: turn.log.lastSeq(),
    answerer: turn.progress.answerer,
    activeMs,
  });
  const message = <Seq extends number | null>(turn: Turn, seq: Seq, now: number) => ({
    id: newId('msg', now),
    sessionId: turn.run.sessionId,
    workspaceId: turn.run.workspaceId,
    userId: turn.run.userId,
    runId: turn.run.id,
    seq,
    agentId: turn.admission.agent.id,
    status: 'complete' as const,
    beside: turn.run.again !== null,
    now,
  });

  /** Stores the text of this step as a message. A very long text is copied from the events inside the database. */
  async function answer(tx: Transaction, turn: Turn, { seq, now, ...more }: Answer): Promise<void> {
    const text = turn.progress.text.step();
    const content = typeof text === 'string' ? text : text.beginning;
    const row = { ...message(turn, seq, now), role: 'assistant' as const, content, ...more };
    await insertMessage(tx, row);
    if (typeof text !== 'string') await store.copyText(tx, row.id, turn.run.id, text.afterSeq);
  }

  /**
   * One transaction of a turn under way: the session's row first, then the run's claim, then what is new. `shown` are events
   * that clients may see only after the commit.
   */
  async function save(
    turn: Turn,
    messages: number,
    write: (tx: Transaction, place: Place) => Promise<void>,
    shown: readonly RunEvent[] = [],
  ): Promise<Saved> {
    const now = clock.now();
    const began = performance.now();
    let standing: string | null = null;
    await turn.log.store((unstored, unsure) =>
      store.transaction(async (tx) => {
        const missing = unsure ? await store.missing(turn.run.id, unstored, tx) : unstored;
        const { lastSeq } = await store.addToSession(tx, turn.run.sessionId, growth(turn, messages), false, now);
        await tx.together(
          async () => {
            standing = await store.progress(tx, turn.claim, totals(turn), turn.progress.trace());
          },
          () => store.insertEvents(tx, turn.run.id, [...missing, ...shown], now),
        );
        await write(tx, { firstSeq: lastSeq - messages + 1, now });
        const { charges, uncounted } = turn.progress;
        await chargeTo(tx, owner(turn), { runId: turn.run.id, charges, runs: 0, messages: uncounted + messages, now });
        await budget.settle(tx, turn, false);
      }),
    );
    turn.progress.saved(messages);
    turn.progress.addSpan(spanSince(turn, 'persist', began));
    turn.log.show(shown);
    return { standing };
  }

  /**
   * Called after each save: throws if the person was removed or lost the agent or the model. The saved standing is compared
   * with that of the admission; the admission is repeated only if they differ.
   */
  async function mayGoOn(turn: Turn, { standing }: Saved): Promise<void> {
    const { admission, run, progress } = turn;
    if (standing === progress.standing) return;
    const { userId, workspaceId, keyId } = run;
    const { agent, fallbacks } = admission;
    const now = await admit({ userId, workspaceId, agentId: agent.id, keyId, fallbacks });
    // If the agent has another model now, its admission says nothing about the model of this turn.
    if (now.model.provider !== admission.model.provider || now.model.model !== admission.model.model)
      throw new AppError('model_not_allowed', 'What the workspace allows has changed, and so has the agent’s model.');
    if (now.notConfigured !== null) throw new AppError('model_error', now.notConfigured, { retryable: false });
    progress.admitAgain(now);
  }

  /** After a save whose answer was lost: if it was committed, its step is not stored and charged again. */
  async function catchUp(turn: Turn): Promise<void> {
    if (turn.progress.charges.length === 0 || !(await store.hasCounted(turn.run.id, totals(turn)))) return;
    turn.progress.foundSaved();
  }

  return { growth, owner, totals, message, answer, save, mayGoOn, catchUp };
}

export type TurnRecord = ReturnType<typeof createTurnRecord>;
