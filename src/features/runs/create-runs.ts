import type { Idempotency } from '../../http/idempotency/idempotency.store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createCountedQuota } from '../../kernel/counted-quota.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Models } from '../../platform/models/models.ts';
import { createRegistry } from '../../platform/work/registry.ts';
import type { Admit } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Budgets } from '../costs/index.ts';
import { type Branches, createSessionRows, type SessionService } from '../sessions/index.ts';
import type { Toolbox } from '../tools/index.ts';
import { createRegenerate } from './again/regenerate.service.ts';
import { createAnswerCacheStore } from './asking/answer-cache.store.ts';
import { createAnswerCache } from './asking/answer-cache.ts';
import { createAskModel } from './asking/ask-model.ts';
import { createClientTools } from './client-tools/client-tools.service.ts';
import { createClientToolStore } from './client-tools/client-tools.store.ts';
import { createCompaction } from './context/compaction.ts';
import { createContextBuilder } from './context/context-builder.ts';
import { createChatService } from './doors/chat.service.ts';
import { createFollowRun } from './doors/follow-run.ts';
import { createJobService } from './doors/jobs.service.ts';
import { createJobStore } from './doors/jobs.store.ts';
import { createMessageReader } from './doors/message-reader.ts';
import { createPresenceReader } from './doors/presence.store.ts';
import { createPresence } from './doors/presence.ts';
import { createStreams } from './doors/stream-run.ts';
import { createClosing } from './ending/closing.ts';
import { createEnding, type OnRunEnd } from './ending/ending.ts';
import { createFinish } from './ending/finish.ts';
import { createOutcomes } from './ending/outcomes.ts';
import type { Publish } from './ending/publish.ts';
import type { CheckAnswer } from './ending/structured-answer.ts';
import { createTurnBudget } from './ending/turn-budget.ts';
import { createArrival } from './engine/arrival.ts';
import { createBackgroundStore } from './engine/background.store.ts';
import { createBackground } from './engine/background.ts';
import { createDepartureStore } from './engine/departures.store.ts';
import { createDepartures } from './engine/departures.ts';
import { createEngine } from './engine/engine.ts';
import { createLeaseStore } from './engine/leases.store.ts';
import { parkedRuns } from './engine/parked-runs.store.ts';
import type { CountRunEnd } from './engine/run-metrics.ts';
import { createSessionQueueStore, type NextRun } from './engine/session-queue.store.ts';
import { createSupervisor } from './engine/supervisor.ts';
import { createTreeBudget, type TreeLimits } from './engine/tree.ts';
import { createWorker } from './engine/worker.ts';
import { createRunNews } from './log/run-news.ts';
import { createWatch } from './log/watch.ts';
import { createRunRetention } from './retention.store.ts';
import { createRunStore } from './run.store.ts';
import type { RunFiles } from './run-files.ts';
import { createAgentLoop, type Skill } from './turn/agent-loop.ts';
import type { ApprovalDesk } from './turn/approval-desk.ts';
import { createSubjects } from './turn/approval-subject.ts';
import { createDelegation } from './turn/delegation.ts';
import { createToolStep } from './turn/tool-step.ts';
import type { ExportTrace } from './turn/trace.ts';
import type { PendingApproval, Turn } from './turn/turn.ts';
import type { TurnKnowledge } from './turn/turn-knowledge.ts';
import type { TurnMemory } from './turn/turn-memory.ts';
import { createTurnRecord } from './turn/turn-record.ts';

type Deps = {
  database: Database;
  bus: Bus;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  audit: AuditLog;
  admit: Admit;
  models: Pick<Models, 'ask'>;
  toolbox: Pick<Toolbox, 'execute' | 'check' | 'find'>;
  /** Answers that a schema describes. */
  answers: {
    check: CheckAnswer;
    unusable(workspaceId: string, schema: Record<string, unknown>): Promise<string | undefined>;
  };
  findSkill(id: string): Skill | undefined;
  approvals: ApprovalDesk;
  /** The agent's current version. */
  versionOf(agentId: string): Promise<number | undefined>;
  pendingApproval(runId: string): Promise<PendingApproval | undefined>;
  sessions: Pick<SessionService, 'handOver' | 'closeOne'>;
  branches: Pick<Branches, 'settle' | 'questionOf'>;
  idempotency: Idempotency;
  budgets: Budgets;
  quotas: Quotas;
  files: RunFiles;
  memory: TurnMemory;
  knowledge: TurnKnowledge;
  /** Stores an event for webhooks. */
  publish: Publish;
  countEnd: CountRunEnd;
  exportTrace?: ExportTrace | undefined;
  settings: {
    /** A node that has not renewed its lease for this long counts as dead. */
    leaseMs: number;
    keepAliveMs: number;
    /** The context window of a model that the catalogue does not list. */
    assumedWindow: number;
    /** How long a shutdown waits for turns under way. */
    drainTimeoutMs: number;
    /** How long a run waits for a result of a tool that its client runs. */
    clientToolLifetimeMs: number;
    /** How many background runs a node works on at once. */
    backgroundPlaces: number;
    tree: TreeLimits;
  };
};

/** The run engine and its services. */
export function createRuns(deps: Deps) {
  const { database, bus, clock, log, admit, models, publish, countEnd, exportTrace, memory } = deps;
  const { leaseMs, keepAliveMs, assumedWindow, drainTimeoutMs, tree } = deps.settings;
  const sessions = createSessionRows(database);
  const runs = createRunStore(database, sessions);
  const queue = createSessionQueueStore(database, sessions);
  const newsOf = createRunNews(bus);
  const underWay = createRegistry<string, Turn>();
  const onEnd: OnRunEnd = createHook();
  const readMessage = createMessageReader(deps.files);

  const budget = createTurnBudget({ budgets: deps.budgets, store: runs });
  const answers = createAnswerCacheStore(database);
  const askModel = createAskModel({ models, budget, cache: createAnswerCache({ store: answers, clock, log }) });
  const record = createTurnRecord({ store: runs, budget, clock, admit });
  const clientTools = createClientTools({
    store: createClientToolStore(database),
    parkedRuns,
    jobs: deps.jobs,
    bus,
    clock,
    lifetimeMs: deps.settings.clientToolLifetimeMs,
  });
  // Late binding: tools may start runs, and the engine runs tools.
  const delegation = createDelegation({
    engine: { start: (request) => engine.start(request), abort: (...run) => engine.abort(...run) },
    turnOf: (runId) => underWay.get(runId),
    sessions: deps.sessions,
    database,
    limits: tree,
    admitAgent: async ({ userId, workspaceId }, agentId, pin) =>
      (await admit({ userId, workspaceId, agentId, pin })).agent,
  });
  const toolStep = createToolStep({
    store: runs,
    record,
    toolbox: deps.toolbox,
    delegation,
    approvals: deps.approvals,
    clients: clientTools.desk,
    files: deps.files,
    subjectOf: createSubjects(deps.versionOf),
    publish,
    clock,
  });
  const loop = createAgentLoop({
    askModel,
    findTool: deps.toolbox.find,
    findSkill: deps.findSkill,
    recall: memory.recall,
    retrieve: deps.knowledge.retrieve,
    buildContext: createContextBuilder({
      database,
      compact: createCompaction({ database, sessions, askModel, memory }),
      assumedWindow,
    }),
    toolStep,
    loadFile: deps.files.bytes,
    treeBudget: createTreeBudget({ limits: tree, costOf: (root) => queue.treeCost(database, root) }),
    checkAnswer: deps.answers.check,
  });
  const wakeNext = ({ id, waits_for }: NextRun) => {
    if (waits_for) return background.announce();
    bus.publish('turn', id);
    supervisor.expect(id);
  };
  const endRun = createEnding({
    store: runs,
    queue,
    publish,
    onEnd,
    wakeNext,
    countEnd,
    exportTrace,
    settleBranch: deps.branches.settle,
  });
  const finish = createFinish({ store: runs, record, budget, endRun, clock, memory });
  const worker = createWorker({ loop, finish, store: runs, clock, log, underWay });
  const closing = createClosing({
    store: runs,
    sessions,
    approvals: deps.approvals,
    clients: clientTools.desk,
    endRun,
    clock,
    bus,
    log,
  });
  const outcomeOf = createOutcomes({
    store: runs,
    pendingApproval: deps.pendingApproval,
    waitingAtClient: clientTools.waiting,
  });
  const roomForSession = createCountedQuota(deps.quotas, 'sessions', sessions.count);
  const arrivals = createArrival({
    queue,
    sessions,
    runs,
    admit,
    budget,
    roomForSession,
    closeSession: deps.sessions.closeOne,
    unusableSchema: deps.answers.unusable,
    toolsOfSkill: (id) => deps.findSkill(id)?.tools ?? [],
    holdFiles: deps.files.hold,
    clock,
    leaseMs,
  });
  const engine = createEngine({
    arrivals,
    queue,
    sessions,
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
  const followRun = createFollowRun({ engine, watch, store: runs });
  const streams = createStreams({ followRun, keepAliveMs });
  let stopped = new AbortController();
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
    drainTimeoutMs,
    endStreams() {
      streams.end();
      stopped.abort();
      stopped = new AbortController();
    },
  });

  const jobs = createJobService({
    database,
    store: createJobStore(database),
    runs,
    engine,
    closing,
    outcomeOf,
    newsOf,
    bus,
    audit: deps.audit,
  });

  const chat = createChatService({ engine, readMessage, database, idempotency: deps.idempotency });

  return {
    onEnd,
    engine,
    background,
    followRun,
    /** Aborts when the node stops, after its turns: for doors that wait longer than a turn. */
    untilStopped: () => stopped.signal,
    jobs,
    clientTools,
    departures: createDepartures({
      store: createDepartureStore(database),
      jobs: deps.jobs,
      bus,
      clock,
      log,
      cancel: jobs.cancel,
    }),
    chat,
    regenerate: createRegenerate({ branches: deps.branches, runs, engine, chat, readMessage }),
    readMessage,
    roomForSession,
    presence: createPresence(createPresenceReader(database)),
    streamRun: streams.streamRun,
    supervisor,
    retention: { ...createRunRetention(database), keptAnswersBefore: answers.before },
  };
}
