import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, dayMs } from '../../kernel/clock.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { pinOf } from '../agents/index.ts';
import { type Engine, type MessageReader, type Outcome, type Said, withoutClient } from '../runs/index.ts';
import type { InboundAccepted, InboundAnswer } from './channels.schema.ts';
import type { ChannelRow, ChannelStore } from './channels.store.ts';
import { type ReceiptStore, Repeated } from './receipts.store.ts';
import type { Replies } from './replies.ts';
import type { SenderStore } from './senders.store.ts';
import { type Signing, verifiedDigest } from './signatures.ts';
import { type Reading, readInbound } from './vendor-messages.ts';

type Deps = {
  store: ChannelStore;
  senders: SenderStore;
  receipts: ReceiptStore;
  replies: Replies;
  engine: Pick<Engine, 'start' | 'outcome'>;
  readMessage: MessageReader;
  secrets: SecretBox;
  clock: Clock;
  /** Throws when the channel has had too many messages. */
  count(channelId: string): Promise<void>;
};

type Message = Extract<Reading, { kind: 'message' }>;
/** A message whose signature was made with the channel's secret. */
export type Verified = { channel: ChannelRow; digest: string };
export type Received = { replayed: boolean } & (
  | { status: 200; body: InboundAnswer }
  | { status: 202; body: InboundAccepted }
);

/** Longer than a signed time may be off in both directions together. */
const rememberedMs = 600_000;
/** GitHub signs no time and can redeliver an event for three days. */
const rememberedForGitHubMs = 3 * dayMs;

/** Verified in place of a channel that does not exist, so that both take the same time. */
const decoy: Signing & { secret: string } = {
  preset: null,
  header: 'x-signature',
  algorithm: 'sha256',
  prefix: '',
  timestamp_header: null,
  secret: randomBytes(32).toString('base64'),
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

function answerOf(found: Outcome, replayed: boolean): Received {
  const outcome = withoutClient(found);
  const { runId, sessionId } = outcome;
  if (outcome.kind === 'parked')
    return { status: 202, body: { runId, sessionId, status: 'awaiting_approval' }, replayed };
  const { messageId, agentId, content, usage, durationMs, stopReason, error } = outcome;
  if (error)
    throw new AppError(isCode(error.code) ? error.code : 'internal', error.message, { extra: { runId, sessionId } });
  return {
    status: 200,
    body: { runId, sessionId, messageId, agentId, content, usage, durationMs, stopReason },
    replayed,
  };
}

/** The door for senders that have no account, only a secret that they share with a channel. */
export function createInbound(deps: Deps) {
  const { store, senders, receipts, replies, engine, readMessage, secrets, clock, count } = deps;

  async function start({ channel, digest }: Verified, { message, from, external }: Message, held: Said['held']) {
    if (channel.accepted_version === null)
      throw new AppError('agent_not_available', 'Nobody has accepted a version of the channel’s agent.');
    const now = clock.now();
    const userId = await senders.accountOf(channel, from, now);
    if (!userId) throw new AppError('invalid_signature', 'The channel was deleted at this moment.');
    const expiresAt = now + (channel.preset === 'github' ? rememberedForGitHubMs : rememberedMs);
    const caller = { userId, workspaceId: channel.workspace_id };
    const said = typeof message === 'string' ? { message } : await readMessage(caller, { message, held });
    return engine.start({
      caller,
      agentId: channel.agent_id,
      pin: pinOf(channel.agent_id, channel.accepted_version),
      ...said,
      surface: 'channel',
      kind: 'channel',
      streams: false,
      ...(external && { metadata: { external } }),
      alongside: async (tx, runId) => {
        await receipts.take(tx, { channelId: channel.id, digest, runId, expiresAt }, now);
        if (channel.reply_url !== null) await replies.promise(tx, { channelId: channel.id, runId, from });
      },
    });
  }

  return {
    /** Throws the same 401 for no signature, a wrong one and a channel that does not exist. */
    async verify(id: string, headers: IncomingHttpHeaders, rawBody: Buffer): Promise<Verified> {
      const channel = await store.byId(id);
      const signing = channel ? { ...channel, secret: secrets.open(channel.secret) } : decoy;
      const digest = await verifiedDigest(signing, headers, rawBody, clock.now());
      if (!channel || digest === undefined)
        throw new AppError('invalid_signature', 'The request signature is missing or does not match the body.');
      await count(channel.id);
      return { channel, digest };
    },

    async receive(
      { channel, digest }: Verified,
      body: unknown,
      headers: IncomingHttpHeaders,
      held: Said['held'],
    ): Promise<Received> {
      if (channel.enabled === 0) throw new AppError('forbidden', 'The channel is switched off.');
      const reading = readInbound(channel, body, headers['x-github-event'], digest);
      if (reading.kind === 'challenge') return { status: 200, body: { challenge: reading.challenge }, replayed: false };
      if (reading.kind === 'ignored')
        return { status: 200, body: { ignored: true, reason: reading.reason }, replayed: false };
      const { id } = reading;
      const own = { channel, digest: id === undefined ? digest : sha256Hex(`id:${id}`) };
      try {
        const { runId, sessionId, outcome } = await start(own, reading, held);
        if (channel.reply_url !== null)
          return { status: 202, body: { runId, sessionId, status: 'accepted' }, replayed: false };
        return answerOf(await outcome, false);
      } catch (error) {
        if (!(error instanceof Repeated)) throw error;
        if (channel.reply_url === null) return answerOf(await engine.outcome(error.runId), true);
        const sessionId = await replies.sessionOf(error.runId);
        return { status: 202, body: { runId: error.runId, sessionId, status: 'accepted' }, replayed: true };
      }
    },
  };
}

export type Inbound = ReturnType<typeof createInbound>;
