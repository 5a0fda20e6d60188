import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Engine, Outcome, RunEnded } from '../runs/index.ts';
import { type createSender, signingKey } from '../webhooks/index.ts';
import type { ChannelStore } from './channels.store.ts';
import type { ReplyStore } from './replies.store.ts';

type Deps = {
  replies: ReplyStore;
  channels: ChannelStore;
  engine: Pick<Engine, 'settled'>;
  jobs: Jobs;
  secrets: SecretBox;
  send: ReturnType<typeof createSender>;
  clock: Clock;
  metrics: Metrics;
  retryDelaysMs: readonly number[];
};

type Promised = { channelId: string; runId: string; from: string };
type Ended = Extract<Outcome, { kind: 'ended' }>;

const queue = 'channel-replies';
/** The end of a run makes its reply due at once. In case that is missed, the job looks this often. */
const lookEveryMs = 30_000;
const atOnce = 64;
const keyOf = (runId: string) => `${queue}:${runId}`;

const bodyOf = ({ channelId, from }: Promised, outcome: Ended, now: number): string => {
  const { runId, sessionId, messageId, agentId, content, status, stopReason, usage, durationMs, error } = outcome;
  const failure = error && { code: error.code, message: error.message };
  const data = {
    channelId,
    from,
    runId,
    sessionId,
    messageId,
    agentId,
    status,
    content,
    stopReason,
    usage,
    durationMs,
  };
  return JSON.stringify({ event: 'channel.reply', timestamp: iso(now), data: { ...data, error: failure } });
};

/**
 * Sends answers to `replyUrl`. The job is enqueued in the transaction that admits the message, so a crash loses no
 * answer. It is sent like a webhook: signed, and retried on the same schedule.
 */
export function createReplies(deps: Deps) {
  const { replies, channels, engine, jobs, secrets, send, clock, metrics, retryDelaysMs } = deps;
  const sent = metrics.counter('gateway_channel_replies_total', 'Answers sent to channels by what came of them.', [
    'outcome',
  ]);

  /** Undefined while the run goes on, `gone` when it was deleted. */
  const outcomeOf = (runId: string): Promise<Outcome | 'gone' | undefined> =>
    engine.settled(runId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return 'gone' as const;
      throw error;
    });

  const enqueue = (tx: Transaction, promised: Promised, runAt: number) =>
    jobs.enqueue(tx, { queue, payload: promised, runAt, dedupeKey: keyOf(promised.runId) });

  /** Under the run's lock: a run that is just ending either finds the waiting job, or is seen here as ended. */
  const lookLater = (job: Job<Promised>) =>
    replies.transaction(async (tx) => {
      const isUnderWay = await replies.isUnderWay(tx, job.payload.runId);
      await job.complete(tx);
      await enqueue(tx, job.payload, clock.now() + (isUnderWay ? lookEveryMs : 0));
    });

  jobs.handle<Promised>(
    queue,
    async (job) => {
      const channel = await channels.byId(job.payload.channelId);
      if (!channel || channel.reply_url === null) return;
      const outcome = await outcomeOf(job.payload.runId);
      if (outcome === 'gone') return;
      if (outcome?.kind !== 'ended') return lookLater(job);
      const keys = [signingKey(secrets.open(channel.secret))];
      const { success, error } = await send(
        { url: channel.reply_url, keys },
        job.payload.runId,
        bodyOf(job.payload, outcome, clock.now()),
      );
      const last = job.attempt >= job.maxAttempts;
      sent.inc({ outcome: success ? 'delivered' : last ? 'given_up' : 'failed' });
      if (!success) throw new Error(error ?? 'The reply was not taken.');
    },
    {
      concurrency: atOnce,
      maxAttempts: retryDelaysMs.length + 1,
      retryDelayMs: (attempt) => retryDelaysMs[attempt - 1] ?? 0,
    },
  );

  return {
    promise: async (tx: Transaction, promised: Promised): Promise<void> =>
      void (await enqueue(tx, promised, clock.now() + lookEveryMs)),
    /** In the transaction in which the run ends. Until then the job waits and occupies no worker. */
    async onRunEnd(tx: Transaction, { runId, kind }: RunEnded): Promise<void> {
      if (kind === 'channel') await jobs.hasten(tx, keyOf(runId));
    },
    sessionOf: replies.sessionOf,
    /** Deletes the unsent replies of a deleted workspace: they name their senders. */
    async eraseWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
      for (const id of await replies.channelsIn(tx, workspaceId)) await jobs.forgetMentioning(tx, [id], [queue]);
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
