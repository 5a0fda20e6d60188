import type { Clock } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { readParts } from '../../../kernel/parts.ts';
import type { Registry } from '../../../platform/work/registry.ts';
import type { Admission } from '../../agents/index.ts';
import type { HistoryRow } from '../../sessions/index.ts';
import { readAgain } from '../again/again.ts';
import type { Finish } from '../ending/finish.ts';
import { createFlushers } from '../log/flusher.ts';
import type { RunLog } from '../log/run-log.ts';
import { RunClaimLost, type RunStore } from '../run.store.ts';
import { type AskedFor, goesOn, type RunRow } from '../run.ts';
import type { AgentLoop, LoopEnd } from '../turn/agent-loop.ts';
import { createAnswerText } from '../turn/answer-text.ts';
import { createProgress } from '../turn/progress.ts';
import { Stopped } from '../turn/stopped.ts';
import { type Outcome, parkedOutcome, type Turn } from '../turn/turn.ts';
import { timeLimitOf, treeIn } from './tree.ts';

/** The columns that a worker reads. A new run has them without a query. */
export type RunToWork = Pick<
  RunRow,
  | 'id'
  | 'workspace_id'
  | 'user_id'
  | 'session_id'
  | 'kind'
  | 'depth'
  | 'root_run_id'
  | 'inherited'
  | 'attempts'
  | 'active_ms'
  | 'steps'
  | 'prompt_tokens'
  | 'cached_tokens'
  | 'completion_tokens'
  | 'reasoning_tokens'
  | 'cost_nano'
  | 'input'
  | 'asked_for'
  | 'again'
  | 'parts'
  | 'parent_run_id'
  | 'batch_id'
  | 'model'
  | 'cached'
  | 'trace'
  | 'agent_changed'
  | 'pin'
  | 'personal_key_id'
  | 'created_at'
  | 'started_at'
>;

export type WorkOrder = {
  run: RunToWork;
  admission: Admission;
  claim: string;
  log: RunLog;
  abort: AbortController;
  streams: boolean;
  created: boolean;
  session: { summary: string | null; summary_seq: number };
  /** The session's messages, if they were read when the run arrived. */
  history?: readonly HistoryRow[] | undefined;
  /** Called when more events are stored. */
  stored(): void;
  /** Called when its end cannot be stored for the time being. */
  delayed(cause: AppError): void;
};

type Deps = {
  loop: AgentLoop;
  finish: Finish;
  store: RunStore;
  clock: Clock;
  log: Log;
  underWay: Registry<string, Turn>;
};

/** Works on one run until it ends or is parked. Throws `RunClaimLost` if another node has it. */
export function createWorker({ loop, finish, store, clock, log, underWay }: Deps) {
  const startFlusher = createFlushers({ store, clock });

  function turnOf(order: WorkOrder, flush: Turn['flush'], earlierText: string): Turn {
    const { run, admission, claim, log: events, abort, streams, session, delayed } = order;
    const takenUpAt = clock.now();
    const again = readAgain(run.again);
    // A summary that goes further covers what the run answers anew.
    const summarised = again && session.summary_seq > again.after ? undefined : session;
    return {
      run: {
        id: run.id,
        workspaceId: run.workspace_id,
        userId: run.user_id,
        sessionId: run.session_id,
        kind: run.kind,
        depth: run.depth,
        tree: treeIn(run),
        input: run.input,
        again,
        askedFor: run.asked_for === null ? null : (JSON.parse(run.asked_for) as AskedFor),
        parts: readParts(run.parts),
        parentRunId: run.parent_run_id,
        batchId: run.batch_id,
        agentChanged: run.agent_changed === 1,
        pin: run.pin,
        keyId: run.personal_key_id,
        createdAt: run.created_at,
        beganAt: run.started_at,
      },
      admission,
      claim: { runId: run.id, claim },
      log: events,
      abort,
      streams,
      startedAt: performance.now(),
      takenUpAt,
      earlierMs: run.active_ms,
      progress: createProgress({
        steps: run.steps,
        totals: {
          prompt: run.prompt_tokens,
          cached: run.cached_tokens,
          completion: run.completion_tokens,
          reasoning: run.reasoning_tokens,
          costNano: run.cost_nano,
        },
        // The person's message, which was stored before the first turn.
        uncounted: run.attempts === 1 && !again?.question ? 1 : 0,
        summary: summarised?.summary ?? null,
        summarySeq: summarised?.summary_seq ?? 0,
        history: order.history,
        standing: admission.standing,
        targets: admission.targets,
        answerer: { model: run.model, cached: run.cached === 1 },
        earlierTrace: run.trace,
        begin: ['begin', takenUpAt, 0, admission.model.provider, admission.model.model],
        text: createAnswerText(events.lastSeq, earlierText),
      }),
      flush,
      delayed,
    };
  }

  return async function work(order: WorkOrder): Promise<Outcome> {
    const { run, admission, abort } = order;
    const earlierText = run.steps > 0 ? await store.saidBefore(run.session_id, run.id) : '';
    const flusher = startFlusher({ ...order, claim: { runId: run.id, claim: order.claim } });
    const turn = turnOf(order, flusher.flush, earlierText);
    const deadline = setTimeout(
      () => abort.abort(new Stopped('timeout')),
      Math.max(1, timeLimitOf(admission.agent.timeoutMs, turn.run.tree) - turn.earlierMs),
    );
    underWay.set(run.id, turn);
    // A run that was parked, or whose node died, has this event already.
    if (run.attempts === 1)
      turn.log.append('session_resolved', {
        created: order.created,
        ...(turn.run.agentChanged && { agentChanged: true, agentVersion: admission.agent.version }),
      });
    let end: LoopEnd | { thrown: unknown };
    try {
      end = await loop(turn, run.input);
      if ('parked' in end) {
        const outcome = parkedOutcome(run, end.parked);
        if (!outcome) throw new Error('a turn was parked for nothing');
        return outcome;
      }
    } catch (error) {
      if (error instanceof RunClaimLost) throw error;
      // An abort may surface as any error; its own reason is the cause.
      const thrown: unknown = abort.signal.aborted ? abort.signal.reason : error;
      if (thrown instanceof Stopped && thrown.reason === 'lost') throw new RunClaimLost();
      if (thrown instanceof Stopped && thrown.reason === 'shutdown' && goesOn(run.kind)) {
        await store.giveBack(turn.claim);
        throw new RunClaimLost();
      }
      if (!(thrown instanceof Stopped)) log.warn({ err: thrown, runId: run.id }, 'turn failed');
      end = { thrown };
    } finally {
      clearTimeout(deadline);
      flusher.end();
      underWay.delete(run.id);
    }
    return finish(turn, end);
  };
}

export type Worker = ReturnType<typeof createWorker>;
