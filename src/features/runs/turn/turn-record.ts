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
import { spanSince, traceOf } from './trace.ts';
import { elapsedMs, type Turn } from './turn.ts';

type Deps = { store: RunStore; budget: TurnBudget; clock: Clock; admit: Admit };
type Answer = {
  id?: string;
  seq: number;
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

/** How a turn is written down while it goes on. */
export function createTurnRecord({ store, budget, clock, admit }: Deps) {
  const growth = (turn: Turn, messages: number): SessionGrowth => {
    const sum = { messages, promptTokens: 0, completionTokens: 0, costNano: 0 };
    for (const { usage, costNano } of turn.charges) {
      sum.promptTokens += usage.promptTokens + usage.cachedTokens;
      sum.completionTokens += usage.completionTokens;
      sum.costNano += costNano;
    }
    return sum;
  };
  const owner = ({ run, admission }: Turn) => ({
    workspaceId: run.workspaceId,
    userId: run.userId,
    agentId: admission.agent.id,
  });
  const totals = (turn: Turn, activeMs = elapsedMs(turn)): RunTotals => ({
    ...turn.totals,
    toolCalls: turn.toolCalls.length,
    steps: turn.steps,
    lastSeq: turn.log.lastSeq(),
    activeMs,
  });
  const message = (turn: Turn, seq: number, now: number) => ({
    id: newId('msg', now),
    sessionId: turn.run.sessionId,
    workspaceId: turn.run.workspaceId,
    userId: turn.run.userId,
    runId: turn.run.id,
    seq,
    agentId: turn.admission.agent.id,
    status: 'complete' as const,
    now,
  });

  /** What the model said in this step. A very long text is in the events already, and the database copies it. */
  async function answer(tx: Transaction, turn: Turn, { seq, now, ...more }: Answer): Promise<void> {
    const text = turn.text.step();
    const content = typeof text === 'string' ? text : text.beginning;
    const row = { ...message(turn, seq, now), role: 'assistant' as const, content, ...more };
    await insertMessage(tx, row);
    if (typeof text !== 'string') await store.copyText(tx, row.id, turn.run.id, text.afterSeq);
  }

  /**
   * One transaction of a turn in progress: the session's row first, then the run's claim, then what is new. `shown` are
   * events to be seen only once they are stored.
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
            standing = await store.progress(tx, turn.claim, totals(turn), traceOf(turn));
          },
          () => store.insertEvents(tx, turn.run.id, [...missing, ...shown], now),
        );
        await write(tx, { firstSeq: lastSeq - messages + 1, now });
        const counted = turn.uncounted + messages;
        await chargeTo(tx, owner(turn), { runId: turn.run.id, charges: turn.charges, runs: 0, messages: counted, now });
        await budget.settle(tx, turn, false);
      }),
    );
    turn.uncounted = turn.charges.length > 0 ? 0 : turn.uncounted + messages;
    turn.charges = [];
    turn.spans.push(spanSince(turn, 'persist', began));
    turn.log.show(shown);
    return { standing };
  }

  /**
   * Before each step but the first: the turn ends if the person was removed or lost the agent or the model. The standing
   * that was read is compared with what the turn was admitted on, and only where it differs is everything asked anew.
   */
  async function mayGoOn(turn: Turn, { standing }: Saved): Promise<void> {
    const { admission, run } = turn;
    if (standing === admission.standing) return;
    const { userId, workspaceId } = run;
    const now = await admit({ userId, workspaceId, agentId: admission.agent.id });
    // The agent may have another model by now, which says nothing of the one that this turn began with.
    if (now.model.provider !== admission.model.provider || now.model.model !== admission.model.model)
      throw new AppError('model_not_allowed', 'What the workspace allows has changed, and so has the agent’s model.');
    turn.admission = { ...admission, standing: now.standing };
  }

  /** After a save whose answer was lost: if it was made, its step is over and paid for. */
  async function catchUp(turn: Turn): Promise<void> {
    if (turn.charges.length === 0 || !(await store.hasCounted(turn.run.id, totals(turn)))) return;
    turn.text.beginStep();
    turn.charges = [];
    turn.uncounted = 0;
  }

  return { growth, owner, totals, message, answer, save, mayGoOn, catchUp };
}

export type TurnRecord = ReturnType<typeof createTurnRecord>;
