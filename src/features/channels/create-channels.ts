import type { Caller } from '../../http/authentication.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Acceptance } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { usageErasure } from '../costs/index.ts';
import type { Engine, MessageReader } from '../runs/index.ts';
import { createSender } from '../webhooks/index.ts';
import { createChannelService } from './channels.service.ts';
import { createChannelStore } from './channels.store.ts';
import { createInbound } from './inbound.service.ts';
import { createReceiptStore } from './receipts.store.ts';
import { createReplyStore } from './replies.store.ts';
import { createReplies } from './replies.ts';
import { createSenderStore } from './senders.store.ts';

type Deps = {
  quotas: Quotas;
  database: Database;
  jobs: Jobs;
  recurring: { schedule(name: string, schedule: string, work: () => Promise<void>): void };
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  wordScrub: WordScrub;
  clock: Clock;
  metrics: Metrics;
  engine: Engine;
  readMessage: MessageReader;
  admitAgent(caller: Caller, agentId: string): Promise<unknown>;
  acceptance: Acceptance;
  /** Throws when a channel has had too many messages. */
  count(channelId: string): Promise<void>;
  settings: { retryDelaysMs: readonly number[]; timeoutMs: number };
};

/** The door for senders without an account: a signed message in, an answer out. */
export function createChannels(deps: Deps) {
  const { database, jobs, recurring, egress, secrets, audit, wordScrub, clock, metrics, engine, admitAgent, count } =
    deps;
  const { retryDelaysMs, timeoutMs } = deps.settings;
  const store = createChannelStore(database);
  const senders = createSenderStore(database);
  const receipts = createReceiptStore(database);
  const send = createSender({ egress, clock, timeoutMs });
  const replies = createReplies({
    replies: createReplyStore(database),
    channels: store,
    engine,
    jobs,
    secrets,
    send,
    clock,
    metrics,
    retryDelaysMs,
  });
  recurring.schedule('clean-channel-receipts', '35 * * * *', async () => void (await receipts.forgetOld(clock.now())));
  return {
    channels: createChannelService({
      quotas: deps.quotas,
      store,
      senders,
      egress,
      secrets,
      audit,
      wordScrub,
      usage: usageErasure,
      clock,
      admitAgent,
      acceptance: deps.acceptance,
    }),
    /** A person's own change of an agent is accepted for their channels. */
    acceptOwnChange: store.acceptNext,
    onRunEnd: replies.onRunEnd,
    eraseWorkspace: replies.eraseWorkspace,
    inbound: createInbound({
      store,
      senders,
      receipts,
      replies,
      engine,
      readMessage: deps.readMessage,
      secrets,
      clock,
      count,
    }),
  };
}
