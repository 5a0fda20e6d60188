import type { Idempotency } from '../../http/idempotency.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createCountedQuota } from '../../kernel/counted-quota.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Admit } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Budgets } from '../costs/index.ts';
import type { SessionService } from '../sessions/index.ts';
import type { Tool, Toolbox } from '../tools/index.ts';
import { createAgentLoop, type Models, type Skill } from './agent-loop.ts';
import { createSubjects } from './approval-subject.ts';
import { createArrival } from './arrival.ts';
import { createBackgroundStore, type OnBatchRunEnd, type OnChannelRunEnd } from './background.store.ts';
import { createBackground } from './background.ts';
import { createChatService } from './chat.service.ts';
import { createClosing } from './closing.ts';
import { createCompaction } from './compaction.ts';
import { createContextBuilder } from './context-builder.ts';
import { createDelegation } from './delegation.ts';
import { createDepartures } from './departures.ts';
import { createEngine } from './engine.ts';
import { createFinish } from './finish.ts';
import { createJobService } from './jobs.service.ts';
import { createLeaseStore } from './leases.store.ts';
import type { Publish } from './ledger.ts';
import { createOutcomes } from './outcomes.ts';
import { createPresence } from './presence.ts';
import { createRunStore } from './run.store.ts';
import type { CountRunEnd } from './run-metrics.ts';
import { createRunNews } from './run-news.ts';
import { createSending } from './sending.ts';
import { createStreams } from './stream-run.ts';
import { createSupervisor } from './supervisor.ts';
import { type ApprovalDesk, createToolStep } from './tool-step.ts';
import type { ExportTrace } from './trace.ts';
import { createTreeBudget, type TreeLimits } from './tree.ts';
import type { PendingApproval, Turn } from './turn.ts';
import { createTurnBudget } from './turn-budget.ts';
import type { TurnMemory } from './turn-memory.ts';
import { createTurnRecord } from './turn-record.ts';
import { createTurnStore, type NextRun } from './turns.store.ts';
import { createWatch } from './watch.ts';
import { createWorker } from './worker.ts';

type Deps = {
  database: Database;
  bus: Bus;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  audit: AuditLog;
  admit: Admit;
  models: Models;
  toolbox: () => Pick<Toolbox, 'execute' | 'check'> & {
    find(workspaceId: string, name: string): Promise<Tool | undefined>;
  };
  findSkill(id: string): Skill | undefined;
  approvals: ApprovalDesk;
  /** The version an agent has now. */
  versionOf(agentId: string): Promise<number | undefined>;
  pendingApproval(runId: string): Promise<PendingApproval | undefined>;
  sessions: Pick<SessionService, 'handOver' | 'closeOne'>;
  idempotency: Idempotency;
  budgets: Budgets;
  quotas: Quotas;
  memory: TurnMemory;
  /** Tells those who asked to be told; stored for later where nobody takes it. */
  publish: Publish;
  onBatchRunEnd: OnBatchRunEnd;
  onChannelRunEnd: OnChannelRunEnd;
  countEnd: CountRunEnd;
  exportTrace?: ExportTrace | undefined;
  settings: {
    /** A node that says nothing for this long is taken for dead. */
    leaseMs: number;
    keepAliveMs: number;
    /** For a model we know nothing of. */
    assumedWindow: number;
    /** How long a stop waits for turns under way. */
    patienceMs: number;
    /** How many background runs a node works on at once. */
    backgroundPlaces: number;
    tree: TreeLimits;
  };
};

/** The run engine and the services around it, put together. */
export function createRuns(deps: Deps) {
  const { database, bus, clock, log, admit, models, publish, countEnd, exportTrace, memory } = deps;
  const { onBatchRunEnd, onChannelRunEnd } = deps;
  const { leaseMs, keepAliveMs, assumedWindow, patienceMs, tree } = deps.settings;
  const runs = createRunStore(database);
  const turns = createTurnStore(database);
  const newsOf = createRunNews(bus);
  const underWay = new Map<string, Turn>();

  const budget = createTurnBudget({
    budgets: deps.budgets,
    store: runs,
    priceOf: (provider, model) => models.info(provider, model).price,
  });
  const record = createTurnRecord({ store: runs, budget, clock, admit });
  const toolStep = createToolStep({
    store: runs,
    record,
    toolbox: {
      execute: (tool, params, context) => deps.toolbox().execute(tool, params, context),
      check: (tool, params, workspaceId) => deps.toolbox().check(tool, params, workspaceId),
    },
    approvals: deps.approvals,
    subjectOf: createSubjects(deps.versionOf),
    publish,
    clock,
  });
  const loop = createAgentLoop({
    models,
    findTool: (workspaceId, name) => deps.toolbox().find(workspaceId, name),
    findSkill: deps.findSkill,
    recall: memory.recall,
    buildContext: createContextBuilder({
      database,
      compact: createCompaction({ database, models, memory }),
      assumedWindow,
    }),
    toolStep,
    budget,
    treeBudget: createTreeBudget({ limits: tree, costOf: (root) => turns.treeCost(database, root) }),
  });
  const handOn = ({ id, waits_for }: NextRun) => {
    if (waits_for) return background.announce();
    bus.publish('turn', id);
    supervisor.expect(id);
  };
  const finish = createFinish({
    store: runs,
    turns,
    record,
    budget,
    publish,
    clock,
    handOn,
    onBatchRunEnd,
    onChannelRunEnd,
    countEnd,
    exportTrace,
    memory,
  });
  const worker = createWorker({ loop, finish, store: runs, clock, log, underWay });
  const closing = createClosing({
    store: runs,
    turns,
    publish,
    handOn,
    clock,
    bus,
    log,
    onBatchRunEnd,
    onChannelRunEnd,
    countEnd,
    exportTrace,
  });
  const outcomeOf = createOutcomes({ store: runs, pendingApproval: deps.pendingApproval });
  const arrivals = createArrival({
    turns,
    runs,
    admit,
    budget,
    roomForSession: createCountedQuota(deps.quotas, 'sessions', turns.countSessions),
    closeSession: deps.sessions.closeOne,
    clock,
    leaseMs,
  });
  const engine = createEngine({
    arrivals,
    turns,
    runs,
    admit,
    worker,
    closing,
    outcomeOf,
    newsOf,
    bus,
    clock,
    log,
    leaseMs,
    madeRoom: () => background.wake(),
  });
  const background = createBackground({
    arrivals,
    store: createBackgroundStore(database),
    engine,
    bus,
    clock,
    log,
    places: deps.settings.backgroundPlaces,
  });
  const watch = createWatch({ store: runs, newsOf, liveLog: engine.liveLog });
  const sending = createSending(runs);
  const streams = createStreams({ engine, watch, sending, keepAliveMs });
  const delegation = createDelegation({
    engine,
    turnOf: (runId) => underWay.get(runId),
    sessions: deps.sessions,
    database,
    limits: tree,
    admitAgent: async ({ userId, workspaceId }, agentId, pin) =>
      (await admit({ userId, workspaceId, agentId, pin })).agent,
  });

  const supervisor = createSupervisor({
    engine,
    background,
    leases: createLeaseStore(database),
    runs,
    closing,
    bus,
    clock,
    log,
    embedded: database.engine === 'sqlite',
    leaseMs,
    patienceMs,
    endStreams: streams.end,
  });

  const jobs = createJobService({ database, runs, engine, closing, outcomeOf, newsOf, bus, audit: deps.audit });

  return {
    engine,
    background,
    watch,
    sending,
    delegation,
    jobs,
    departures: createDepartures({ database, jobs: deps.jobs, bus, clock, log, cancel: jobs.cancel }),
    chat: createChatService({ engine, database, idempotency: deps.idempotency }),
    presence: createPresence(database),
    streamRun: streams.streamRun,
    supervisor,
    /** Events older than this are no longer there to be resumed from; the run and its messages stay. */
    forgetEventsBefore: (timeMs: number) => database.run('DELETE FROM run_events WHERE created_at < $1', [timeMs]),
  };
}
