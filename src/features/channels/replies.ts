import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Engine, Outcome } from '../runs/index.ts';
import { type createSender, signingKey } from '../webhooks/index.ts';
import type { ChannelStore } from './channels.store.ts';

type Deps = {
  database: Database;
  store: ChannelStore;
  engine: Pick<Engine, 'outcome'>;
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
/** So long a job waits for its run before it makes way for others. */
const patienceMs = 10_000;
/** A run that waits for a person may take minutes. */
const laterMs = 2_000;
const atOnce = 64;

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
 * Answers on their way to `replyUrl`. They are promised in the transaction that takes the message in, so that no crash
 * comes between, and sent like a webhook: signed, and again on the same schedule until they are taken.
 */
export function createReplies(deps: Deps) {
  const { database, store, engine, jobs, secrets, send, clock, metrics, retryDelaysMs } = deps;
  const sent = metrics.counter('gateway_channel_replies_total', 'Answers sent to channels by what came of them.', [
    'outcome',
  ]);

  /** Undefined while it goes on, `gone` when there is nothing left to say. */
  async function outcomeOf(runId: string, signal: AbortSignal): Promise<Outcome | 'gone' | undefined> {
    const outcome = engine.outcome(runId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return 'gone' as const;
      // This node is stopping: another one goes on.
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    });
    return Promise.race([outcome, sleep(patienceMs, undefined, { signal, ref: false }).catch(() => undefined)]);
  }

  jobs.handle<Promised>(
    queue,
    async (job) => {
      const channel = await store.byId(job.payload.channelId);
      if (!channel || channel.reply_url === null) return;
      const outcome = await outcomeOf(job.payload.runId, job.signal);
      if (outcome === 'gone') return;
      if (outcome?.kind !== 'ended') {
        await database.transaction(async (tx) => {
          await job.complete(tx);
          await jobs.enqueue(tx, { queue, payload: job.payload, runAt: clock.now() + laterMs });
        });
        return;
      }
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
      void (await jobs.enqueue(tx, { queue, payload: promised })),
    async sessionOf(runId: string): Promise<string> {
      const row = await database.get<{ session_id: string }>('SELECT session_id FROM runs WHERE id = $1', [runId]);
      return row?.session_id ?? '';
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
