import type { Caller } from '../../../http/authentication.ts';
import { type Page, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { iso } from '../../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../../kernel/errors.ts';
import { usd } from '../../../kernel/money.ts';
import type { Part } from '../../../kernel/parts.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Closing } from '../ending/closing.ts';
import type { OutcomeOf } from '../ending/outcomes.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunNews } from '../log/run-news.ts';
import type { RunStore } from '../run.store.ts';
import { answererOf, hasEnded, ownError, type RunError, type RunRow, shownStatus, usageOfRow } from '../run.ts';
import type { Ended } from '../turn/turn.ts';
import type { JobStore, ListedRun, Viewer } from './jobs.store.ts';
import type { Job, JobDetails, JobQuery } from './runs.schema.ts';

type Deps = {
  database: Pick<Database, 'transaction'>;
  store: JobStore;
  runs: RunStore;
  engine: Engine;
  closing: Closing;
  outcomeOf: OutcomeOf;
  newsOf: RunNews;
  bus: Bus;
  audit: AuditLog;
};

const time = (ms: number | null) => (ms === null ? null : iso(ms));

const cancelTimeoutMs = 2_000;

const shown = (run: ListedRun): Job => ({
  id: run.id,
  runId: run.id,
  userId: run.user_id,
  kind: run.kind,
  status: shownStatus(run),
  sessionId: run.session_id,
  agentId: run.agent_id,
  batchId: run.batch_id,
  parentRunId: run.parent_run_id,
  message: run.input,
  stopReason: run.stop_reason,
  usage: usageOfRow(run),
  costUsd: usd(run.cost_nano),
  toolCallCount: run.tool_calls,
  durationMs: run.active_ms,
  ...answererOf(run),
  error: run.error ? ownError(JSON.parse(run.error) as RunError) : null,
  createdAt: iso(run.created_at),
  startedAt: time(run.started_at),
  finishedAt: time(run.finished_at),
});

const outputIn = ({ output, errors, citations }: Ended) => ({
  ...(output !== undefined && { output }),
  ...(errors && { errors }),
  ...(citations && { citations: [...citations] }),
});

/** Runs as the API shows them: a person's own, in one workspace. */
export function createJobService({ database, store, runs, engine, closing, outcomeOf, newsOf, bus, audit }: Deps) {
  async function own(viewer: Viewer, id: string): Promise<RunRow> {
    const run =
      'apiKey' in viewer
        ? await store.findStartedBy(viewer.apiKey, id)
        : await runs.findOf(viewer.workspaceId, viewer.userId, id);
    if (!run) throw notFound(`Job ${id}`);
    return run;
  }

  async function details(run: RunRow): Promise<JobDetails> {
    const outcome = await outcomeOf(run);
    const ended = outcome?.kind === 'ended' ? outcome : undefined;
    return {
      ...shown(run),
      ...(run.parts === null ? {} : { parts: JSON.parse(run.parts) as Part[] }),
      messageId: run.message_id,
      content: ended?.content ?? run.content,
      ...(ended && outputIn(ended)),
      toolCalls: ended?.toolCalls ?? [],
      approval: outcome && outcome.kind !== 'ended' ? outcome.approval : null,
      ...(outcome?.kind === 'awaiting_client' && { clientTools: outcome.client }),
    };
  }

  /** The runs below this one in its tree that have not ended. */
  async function openBelow(id: string): Promise<{ id: string; workspaceId: string; userId: string }[]> {
    const tree = await store.treeOf(id);
    const below = new Set([id]);
    for (const { id: child, parent_run_id } of tree) if (parent_run_id && below.has(parent_run_id)) below.add(child);
    return tree
      .filter((run) => run.id !== id && below.has(run.id) && !hasEnded(run.status))
      .map((run) => ({ id: run.id, workspaceId: run.workspace_id, userId: run.user_id }));
  }

  /** Audited for an API key only: it cancels a run of somebody else. */
  async function recordCancel(actor: string, { id, userId }: Pick<Job, 'id' | 'userId'>): Promise<void> {
    const entry = { userId, actor, action: 'autonomous.cancel', target: id, outcome: 'success' } as const;
    await database.transaction((tx) => audit.append(tx, entry));
  }

  return {
    own,

    async list(viewer: Viewer, query: JobQuery): Promise<Page<Job>> {
      if ('apiKey' in viewer && query.batchId === undefined)
        throw invalidField('querystring.batchId', 'is required with an API key');
      const size = pageSize(query.limit);
      const rows = await store.list(viewer, query, size + 1, readCursor(query.cursor));
      return pageOf(rows, size, (row) => ({ at: row.created_at, id: row.id }), shown);
    },

    get: async (viewer: Viewer, id: string): Promise<JobDetails> => details(await own(viewer, id)),

    /** Ends the runs of a session before it is deleted. */
    async cancelAllIn(
      { workspaceId, userId }: Pick<Caller, 'workspaceId' | 'userId'>,
      sessionId: string,
    ): Promise<void> {
      const open = await store.openIn({ workspaceId, userId }, sessionId);
      for (const { id } of open)
        await cancel({ workspaceId, userId }, id).catch((error) => {
          // It has just ended by itself.
          if (!(error instanceof AppError && error.code === 'conflict')) throw error;
        });
    },

    cancel,
  };

  /** Cancels a run and the runs it spawned. A parked child would otherwise go on without its parent. */
  async function cancel(viewer: Viewer, id: string): Promise<JobDetails> {
    const ended = await stop(viewer, id);
    for (const below of await openBelow(id))
      await stop(below, below.id).catch((error) => {
        // It has just ended by itself.
        if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      });
    if ('apiKey' in viewer) await recordCancel(viewer.apiKey, ended);
    return ended;
  }

  /** Stops a run on any node: at once over the bus, or else when its lease is next renewed. */
  async function stop(viewer: Viewer, id: string): Promise<JobDetails> {
    const deadline = performance.now() + cancelTimeoutMs;
    for (;;) {
      const run = await own(viewer, id);
      if (run.status === 'cancelled') return details(run);
      if (hasEnded(run.status))
        throw new AppError('conflict', `The job has ${run.status === 'completed' ? 'completed' : 'failed'} already.`);
      if (run.status !== 'running') {
        // A node may begin or resume it at this moment; then the loop looks again.
        if (await closing.close(run, { status: 'cancelled', stopReason: 'cancelled', error: null }))
          await engine.yieldToOthers(id);
        continue;
      }
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return details(run);
      await runs.requestCancel(id);
      engine.abort(id, 'cancelled');
      bus.publish('cancel', id);
      await newsOf(id, Math.min(leftMs, 500));
    }
  }
}

export type JobService = ReturnType<typeof createJobService>;
