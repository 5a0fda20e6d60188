import type { Idempotency } from '../../http/idempotency.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Admit } from '../agents/index.ts';
import type { SessionService } from '../sessions/index.ts';
import type { Tool, Toolbox } from '../tools/index.ts';
import { createAgentLoop, type Models, type Skill } from './agent-loop.ts';
import { createArrival } from './arrival.ts';
import { createChatService } from './chat.service.ts';
import { createClosing } from './closing.ts';
import { createCompaction } from './compaction.ts';
import { createDelegation } from './delegation.ts';
import { createEngine } from './engine.ts';
import { createFinish } from './finish.ts';
import { createJobService } from './jobs.service.ts';
import { createOutcomes } from './outcomes.ts';
import { createRunStore } from './run.store.ts';
import { createStreamRun } from './stream-run.ts';
import { createSupervisor } from './supervisor.ts';
import { type ApprovalDesk, createToolStep } from './tool-step.ts';
import type { PendingApproval, Turn } from './turn.ts';
import { createTurnStore } from './turns.store.ts';
import { createWatch } from './watch.ts';
import { createWorker } from './worker.ts';

type Deps = {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  admit: Admit;
  models: Models;
  toolbox: () => Pick<Toolbox, 'execute'> & { find(workspaceId: string, name: string): Promise<Tool | undefined> };
  findSkill(id: string): Skill | undefined;
  approvals: ApprovalDesk;
  pendingApproval(runId: string): Promise<PendingApproval | undefined>;
  sessions: Pick<SessionService, 'handOver'>;
  idempotency: Idempotency;
  /** How long a stop waits for turns under way. */
  patienceMs: number;
};

/** The run engine and the services around it, put together. */
export function createRuns(deps: Deps) {
  const { database, bus, clock, log, admit, models } = deps;
  const runs = createRunStore(database);
  const turns = createTurnStore(database);
  const underWay = new Map<string, Turn>();

  const toolStep = createToolStep({
    store: runs,
    toolbox: { execute: (tool, params, context) => deps.toolbox().execute(tool, params, context) },
    approvals: deps.approvals,
    clock,
  });
  const loop = createAgentLoop({
    database,
    models,
    findTool: (workspaceId, name) => deps.toolbox().find(workspaceId, name),
    findSkill: deps.findSkill,
    compaction: createCompaction({ database, models }),
    toolStep,
  });
  const finish = createFinish({ store: runs, turns, toolStep, clock, bus });
  const worker = createWorker({ loop, finish, store: runs, clock, log, underWay });
  const closing = createClosing({ store: runs, turns, clock, bus });
  const outcomeOf = createOutcomes({ store: runs, pendingApproval: deps.pendingApproval });
  const engine = createEngine({
    arrive: createArrival({ turns, runs, admit, clock }),
    turns,
    runs,
    admit,
    worker,
    closing,
    outcomeOf,
    bus,
    clock,
    log,
  });
  const watch = createWatch({ store: runs, bus, liveLog: engine.liveLog });
  const delegation = createDelegation({
    engine,
    turnOf: (runId) => underWay.get(runId),
    sessions: deps.sessions,
    database,
    admitAgent: async ({ userId, workspaceId }, agentId) => (await admit({ userId, workspaceId, agentId })).agent,
  });

  return {
    engine,
    watch,
    delegation,
    jobs: createJobService({ database, runs, engine, closing, outcomeOf, bus }),
    chat: createChatService({ engine, database, idempotency: deps.idempotency }),
    streamRun: createStreamRun(engine, watch),
    supervisor: createSupervisor({
      engine,
      turns,
      runs,
      closing,
      bus,
      clock,
      log,
      embedded: database.engine === 'sqlite',
      patienceMs: deps.patienceMs,
    }),
    /** Events older than this are no longer there to be resumed from; the run and its messages stay. */
    forgetEventsBefore: (timeMs: number) => database.run('DELETE FROM run_events WHERE created_at < $1', [timeMs]),
  };
}
