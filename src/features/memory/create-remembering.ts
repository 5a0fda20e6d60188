import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Recurring } from '../../platform/jobs/recurring.ts';
import type { Models } from '../../platform/models/models.ts';
import type { Admit } from '../agents/index.ts';
import type { Budgets } from '../costs/index.ts';
import { sawOutside, type TurnMemory } from '../runs/index.ts';
import { createCapture } from './capture/capture.ts';
import { createCaptureByModel } from './capture/capture-by-model.ts';
import { createSessionSummaries } from './capture/session-summaries.ts';
import { createWithdrawal } from './capture/withdrawal.ts';
import type { createMemory } from './create-memory.ts';
import { type MemoryPolicy, strictestPolicy } from './entries/memory.ts';
import { createPropagationService } from './propagation/propagation.service.ts';
import { createPropagationStore } from './propagation/propagation.store.ts';
import { createPropagation } from './propagation/propagation.ts';
import { propagateNightly } from './propagation/propagation-nightly.ts';
import { createRecall } from './recall/recall.ts';
import { createRecallCounts } from './recall/recall-counts.ts';
import { recalledEntries } from './recall/recalled-entries.store.ts';

type Deps = {
  database: Database;
  jobs: Jobs;
  recurring: Recurring;
  memory: Pick<ReturnType<typeof createMemory>, 'store' | 'search' | 'policies' | 'policyOfAgent' | 'roomForEntry'>;
  admit: Admit;
  models: Pick<Models, 'ask'>;
  budgets: Budgets;
  publish: PublishEvent;
  clock: Clock;
  log: Log;
};

/** The policy of the accepted version. A version without one allows nothing. */
const agreed = (accepted: { policy: unknown } | undefined): MemoryPolicy | undefined =>
  accepted && ((accepted.policy ?? strictestPolicy) as MemoryPolicy);

/** The use of memory in turns: recall, capture, session summaries, propagation. */
export function createRemembering(deps: Deps) {
  const { database, jobs, recurring, admit, models, budgets, publish, clock, log } = deps;
  const { store, search, policies, policyOfAgent } = deps.memory;
  const { policyOf } = policies;
  const counts = createRecallCounts({ database, clock, log });
  const recall = createRecall({
    store,
    entriesOf: (person, ids) => recalledEntries(database, person, ids),
    search,
    policyOf,
    counts,
    log,
  });
  const byModel = createCaptureByModel({ database, admit, models, budgets, clock });
  const capture = createCapture({
    database,
    jobs,
    store,
    roomForEntry: deps.memory.roomForEntry,
    search,
    policyOf,
    policyOfAgent,
    byModel,
    clock,
    log,
  });
  const summaries = createSessionSummaries({ database, jobs, store, policyOfAgent, sawOutside, clock });
  const propagations = createPropagationStore(database);
  const propagation = createPropagation({ database, store, propagations, policyOfAgent, publish, clock });
  propagateNightly({ database, jobs, recurring, propagations, propagation, log });

  const turns: TurnMemory = {
    recall: ({ run, admission: { agent, model, accepted } }, message) =>
      recall({
        person: run,
        kind: run.kind,
        sessionId: run.sessionId,
        agent,
        contextWindow: model.contextWindow,
        message,
        policy: agreed(accepted),
      }),
    capture: async (tx, { run, admission: { agent, accepted } }) => {
      // What was answered again was captured before.
      if (run.again && !run.again.captures) return;
      await capture.after(tx, {
        runId: run.id,
        kind: run.kind,
        person: run,
        sessionId: run.sessionId,
        agent,
        message: run.input,
        policy: agreed(accepted),
        saidIn: run.again?.question?.runId ?? undefined,
      });
    },
    compacted: (tx, { run }) => summaries.summariseLater(tx, run, [run.sessionId]),
  };
  return {
    turns,
    summaries,
    followPath: createWithdrawal({ store, summaries, captureAgain: capture.again, clock }),
    propagations: createPropagationService({ propagation, propagations, counts }),
    background: { start: counts.start, stop: counts.stop },
  };
}
