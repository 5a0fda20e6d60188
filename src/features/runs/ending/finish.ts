import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../../../http/authentication.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { usd } from '../../../kernel/money.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { chargeTo, countRun } from '../../costs/index.ts';
import { SessionChanged } from '../../sessions/index.ts';
import { outputToCome, type RunEvent, withContent } from '../log/run-events.ts';
import type { RunStore } from '../run.store.ts';
import { ownError, type StopReason, shownUsage, validOutput } from '../run.ts';
import type { LoopEnd } from '../turn/agent-loop.ts';
import { Stopped } from '../turn/stopped.ts';
import { spanSince, type TracedRun } from '../turn/trace.ts';
import { type Ended, elapsedMs, type Turn } from '../turn/turn.ts';
import { citedIn } from '../turn/turn-knowledge.ts';
import type { TurnMemory } from '../turn/turn-memory.ts';
import type { TurnRecord } from '../turn/turn-record.ts';
import type { EndRun, HowItEnded } from './ending.ts';
import { failureOf } from './failure.ts';
import type { Structured } from './structured-answer.ts';
import type { TurnBudget } from './turn-budget.ts';

/** How long the end of a turn waits for an unavailable database, since the answer is complete and paid for. */
const databaseWaitMs = 30_000;
/** So long nobody hears of it. After that they are told that the answer comes later. */
const patienceMs = 5_000;

type Deps = {
  store: RunStore;
  record: TurnRecord;
  budget: TurnBudget;
  endRun: EndRun;
  clock: Clock;
  memory: Pick<TurnMemory, 'capture'>;
};

let lastLongOne: Promise<unknown> = Promise.resolve();

/** Very long answers are stored one at a time: 200 of 20 MB each would not fit in memory together. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const commit = lastLongOne.then(work);
  lastLongOne = commit.catch(() => undefined);
  return commit;
}

async function whenPossible<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
  for (const began = performance.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const away = error instanceof AppError && error.kind === 'unavailable';
      const waitedMs = performance.now() - began;
      if (!away || waitedMs > databaseWaitMs) throw error;
      if (waitedMs > patienceMs) turn.delayed(error);
      await sleep(500);
    }
  }
}

function howItEnded(end: LoopEnd | { thrown: unknown }, role: Role): HowItEnded {
  if ('stopReason' in end) return { status: 'completed', stopReason: end.stopReason, error: null };
  const error = 'thrown' in end ? end.thrown : undefined;
  const failed = (why: unknown, stopReason: StopReason = 'error'): HowItEnded => ({
    status: 'failed',
    stopReason,
    error: failureOf(why, role),
  });
  if (!(error instanceof Stopped)) return failed(error);
  if (error.reason === 'cancelled') return { status: 'cancelled', stopReason: 'cancelled', error: null };
  if (error.reason === 'timeout')
    return failed(new AppError('timeout', 'The turn exceeded its time limit.'), 'timeout');
  return failed(new AppError('unavailable', 'The gateway stopped during this turn.'));
}

function tracedRun(
  { run, admission, progress: { totals } }: Turn,
  how: HowItEnded,
  activeMs: number,
  trace: string,
  now: number,
): TracedRun {
  return {
    id: run.id,
    workspace_id: run.workspaceId,
    session_id: run.sessionId,
    agent_id: admission.agent.id,
    agent_name: admission.agent.name,
    kind: run.kind,
    status: how.status,
    stop_reason: how.stopReason,
    error: how.error ? JSON.stringify(how.error) : null,
    parent_run_id: run.parentRunId,
    prompt_tokens: totals.prompt,
    cached_tokens: totals.cached,
    completion_tokens: totals.completion,
    cost_nano: totals.costNano,
    active_ms: activeMs,
    trace,
    created_at: run.createdAt,
    started_at: run.beganAt,
    finished_at: now,
  };
}

const storedForm = (structured: Structured | undefined): string | null =>
  structured ? ('json' in structured ? validOutput : JSON.stringify(structured.errors)) : null;

/**
 * Nothing that is written at its end depends on what a statement answers, so all of it is sent at once. Whether another run waits
 * for the session is not known: most often none does. The listeners of the other kinds lock rows, which come after the session's.
 */
const isPlain = ({ run, admission }: Turn, { status }: HowItEnded): boolean =>
  status === 'completed' && !run.again && !admission.purse && run.kind !== 'swarm' && run.kind !== 'channel';

/** Ends the run of a turn in one transaction. */
export function createFinish({ store, record, budget, endRun, clock, memory }: Deps) {
  return async function finish(turn: Turn, end: LoopEnd | { thrown: unknown }): Promise<Ended> {
    const how = howItEnded(end, turn.admission.caller.role);
    if (turn.log.isUnsure()) await whenPossible(turn, () => record.catchUp(turn));
    const { run, admission, log, progress } = turn;
    const began = performance.now();
    const now = clock.now();
    const answered = how.status === 'completed' || progress.text.hasStepText();
    const content = progress.text.whole();
    const structured = 'stopReason' in end ? end.structured : undefined;
    const durationMs = elapsedMs(turn);
    const { totals, toolCalls } = progress;
    // Webhooks and messages have these two.
    const counts = { promptTokens: totals.prompt + totals.cached, completionTokens: totals.completion };
    const usage = shownUsage(totals);
    const citations = answered ? citedIn(content, progress.citations) : [];
    const cited = citations.length > 0 && { citations };
    const { model, cached } = progress.answerer;
    const answerer = cached ? { model, cached } : { model };
    const ended: Ended = {
      kind: 'ended',
      runId: run.id,
      sessionId: run.sessionId,
      agentId: admission.agent.id,
      ...(run.agentChanged && { agentChanged: true as const, agentVersion: admission.agent.version }),
      ...how,
      messageId: answered ? newId('msg', now) : null,
      content: content ?? '',
      ...(structured && ('json' in structured ? { output: JSON.parse(structured.json) as unknown } : structured)),
      ...cited,
      toolCalls: [...toolCalls],
      usage,
      costUsd: usd(totals.costNano),
      durationMs,
      ...answerer,
    };
    const { messageId, costUsd } = ended;
    const terminal: RunEvent = how.error
      ? log.next('error', ownError(how.error))
      : log.next('stream_done', {
          messageId,
          usage,
          costUsd,
          stopReason: how.stopReason,
          durationMs,
          toolCallCount: toolCalls.length,
          ...answerer,
          ...cited,
          ...(structured && ('json' in structured ? outputToCome : structured)),
        });
    const figures = { durationMs, usage: counts, toolCallCount: toolCalls.length };
    const owner = record.owner(turn);

    async function write(
      tx: Transaction,
      unstored: readonly RunEvent[],
      { unsure = false, plain = false },
    ): Promise<void> {
      const missing = unsure ? await store.missing(run.id, unstored, tx) : unstored;
      const growth = record.growth(turn, answered ? 1 : 0);
      const { sessionSeq } = progress;
      const session = plain ? undefined : await store.addToSession(tx, run.sessionId, growth, true, now);
      // The stored trace ends here; only the exported one includes the time of the commit.
      const trace = progress.trace(spanSince(turn, 'persist', began));
      const row = record.totals(turn, durationMs);
      const last = { ...how, messageId, content: content ?? null, structured: storedForm(structured) };
      const messages = progress.uncounted + (messageId ? 1 : 0);
      await endRun(tx, {
        run: { ...run, agentId: admission.agent.id },
        how,
        answered,
        figures,
        events: [...missing, terminal],
        ...(!session && { releaseSession: () => store.releaseSession(tx, run.sessionId, growth, sessionSeq, now) }),
        endRow: () => store.end(tx, turn.claim, row, { ...last, trace }, now),
        async storeAnswer() {
          const status = how.status === 'completed' ? 'complete' : 'partial';
          if (messageId)
            await record.answer(tx, turn, {
              id: messageId,
              seq: session?.lastSeq ?? (sessionSeq === null ? null : sessionSeq + growth.messages),
              status,
              ...counts,
              ...(cited && { meta: JSON.stringify(cited) }),
              now,
            });
        },
        async remember() {
          if (how.status === 'completed') await memory.capture(tx, turn);
        },
        async afterListeners() {
          const { charges } = progress;
          if (charges.length > 0) await chargeTo(tx, owner, { runId: run.id, charges, runs: 1, messages, now });
          else await countRun(tx, owner, admission.model, now, messages);
          await budget.settle(tx, turn, true);
        },
        session: session && session.waiting > 0 ? 'to-next' : 'released',
        traced: () => tracedRun(turn, how, durationMs, progress.trace(spanSince(turn, 'persist', began)), now),
        now,
      });
    }

    const commit = () =>
      log.store(async (unstored, unsure) => {
        const isWhole = content !== undefined && typeof progress.text.step() === 'string';
        if (!unsure && isWhole && isPlain(turn, how))
          try {
            return await store.transaction((tx) => write(tx, unstored, { plain: true }));
          } catch (error) {
            if (!(error instanceof SessionChanged)) throw error;
          }
        await store.transaction((tx) => write(tx, unstored, { unsure }));
      });
    await whenPossible(turn, () => (content === undefined ? oneAtATime(commit) : commit()));
    log.show([how.error || content === undefined ? terminal : withContent(terminal, content)]);
    // A streaming client has the text already; a client that waits for the whole answer gets it here.
    if (content === undefined && !turn.streams) ended.content = await store.saidBefore(run.sessionId, run.id);
    return ended;
  };
}

export type Finish = ReturnType<typeof createFinish>;
