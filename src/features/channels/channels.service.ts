import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { permits } from '../../http/permissions.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Acceptance, meanwhile, newerThan } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { usageErasure } from '../costs/index.ts';
import { newSecret, refusedSecret } from '../webhooks/index.ts';
import type { Channel, CreateChannel, CreatedChannel, HmacInput, UpdateChannel } from './channels.schema.ts';
import type { ChannelRow, ChannelStore } from './channels.store.ts';
import type { SenderStore } from './senders.store.ts';
import { presetSigning, type Signing } from './signatures.ts';

type Deps = {
  quotas: Quotas;
  store: ChannelStore;
  senders: SenderStore;
  egress: Pick<Egress, 'assertAllowed'>;
  secrets: SecretBox;
  audit: AuditLog;
  wordScrub: WordScrub;
  usage: Pick<typeof usageErasure, 'erasePerson'>;
  clock: Clock;
  /** Throws unless the caller may use the agent now. */
  admitAgent(caller: Caller, agentId: string): Promise<unknown>;
  acceptance: Acceptance;
};

/** Senders erased in one transaction, each with all of their sessions: SQLite's writer is held meanwhile. */
const erasedAtOnce = 20;
const mostLatecomers = 1_000;

const shown = (row: ChannelRow): Channel => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  agentId: row.agent_id,
  userId: row.user_id,
  acceptedVersion: row.accepted_version,
  newerVersion: newerThan(row.accepted_version, row.current_version),
  hmac: {
    preset: row.preset,
    header: row.header,
    algorithm: row.algorithm,
    prefix: row.prefix,
    timestampHeader: row.timestamp_header,
  },
  replyUrl: row.reply_url,
  enabled: row.enabled === 1,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

const plainSigning: Signing = {
  preset: null,
  header: 'X-Signature',
  algorithm: 'sha256',
  prefix: '',
  timestamp_header: null,
};

/** Fields that are left out keep their values; a preset sets all of them as the vendor does. */
function signingOf(before: Signing, input: HmacInput = {}): Signing {
  const preset = input.preset === undefined ? before.preset : input.preset;
  if (preset) return { preset, ...presetSigning[preset] };
  // A channel that loses its preset loses the vendor's signature scheme.
  const base = before.preset ? plainSigning : before;
  return {
    preset: null,
    header: input.header ?? base.header,
    algorithm: input.algorithm ?? base.algorithm,
    prefix: input.prefix ?? base.prefix,
    timestamp_header: input.timestampHeader === undefined ? base.timestamp_header : input.timestampHeader,
  };
}

export function createChannelService(deps: Deps) {
  const { store, senders, egress, secrets, audit, wordScrub, usage, clock, admitAgent, acceptance } = deps;
  const record = (
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  /** These fields decide where the messages of a channel go. */
  const redirects = ({ agentId, replyUrl, hmac }: UpdateChannel) =>
    agentId !== undefined || replyUrl !== undefined || hmac !== undefined;
  function requireAnswerable({ userId, role }: Caller, { user_id }: ChannelRow): void {
    if (user_id !== userId && !permits(role, 'channels.all'))
      throw new AppError(
        'forbidden',
        'Only the owner of the channel and managers may change its agent, its reply URL or its signature.',
      );
  }

  function sealed(secret: string): string {
    const problem = refusedSecret(secret);
    if (problem) throw invalidField('hmac.secret', problem);
    return secrets.seal(secret);
  }

  async function check(caller: Caller, { agentId, replyUrl }: UpdateChannel): Promise<void> {
    if (replyUrl) egress.assertAllowed(replyUrl, 'replyUrl');
    if (agentId !== undefined) await admitAgent(caller, agentId);
  }

  async function found({ workspaceId }: Caller, id: string): Promise<ChannelRow> {
    const row = await store.find(workspaceId, id);
    if (!row) throw notFound(`Channel ${id}`);
    return row;
  }

  async function change(caller: Caller, id: string, input: UpdateChannel): Promise<Channel> {
    const secret = input.hmac?.secret === undefined ? undefined : sealed(input.hmac.secret);
    const { agentId } = input;
    if (agentId !== undefined) await acceptance.prepare(agentId);
    return store.transaction(async (tx) => {
      const version = agentId === undefined ? undefined : await acceptance.current(tx, agentId);
      const before = await store.findUnderLock(tx, caller.workspaceId, id);
      if (!before) throw notFound(`Channel ${id}`);
      if (redirects(input)) requireAnswerable(caller, before);
      const moves = agentId !== undefined && agentId !== before.agent_id;
      const after: ChannelRow = {
        ...before,
        ...signingOf(before, input.hmac),
        name: input.name ?? before.name,
        agent_id: input.agentId ?? before.agent_id,
        secret: secret ?? before.secret,
        reply_url: input.replyUrl === undefined ? before.reply_url : input.replyUrl,
        enabled: input.enabled === undefined ? before.enabled : input.enabled ? 1 : 0,
        updated_at: clock.now(),
        user_id: moves ? caller.userId : before.user_id,
        accepted_version: moves ? (version ?? null) : before.accepted_version,
        current_version: moves ? (version ?? null) : (before.current_version ?? null),
      };
      await store.update(tx, after);
      await record(tx, caller, 'channel.update', id, moves ? { agentId, version } : {});
      return shown(after);
    });
  }

  async function eraseSome(tx: Transaction, id: string, limit: number): Promise<number> {
    const ids = await senders.erase(tx, id, limit);
    for (const userId of ids) {
      await usage.erasePerson(tx, userId);
      if (await senders.isInAudit(tx, userId)) await audit.erasePerson(tx, userId);
    }
    if (ids.length > 0) await wordScrub.promise(tx);
    return ids.length;
  }

  return {
    async create(caller: Caller, input: CreateChannel): Promise<CreatedChannel> {
      await check(caller, input);
      const now = clock.now();
      const secret = input.hmac?.secret ?? newSecret();
      const row: ChannelRow = {
        id: newId('chn', now),
        workspace_id: caller.workspaceId,
        name: input.name,
        agent_id: input.agentId,
        ...signingOf(plainSigning, input.hmac),
        secret: sealed(secret),
        reply_url: input.replyUrl ?? null,
        enabled: input.enabled === false ? 0 : 1,
        created_at: now,
        updated_at: now,
        user_id: caller.userId,
        accepted_version: null,
      };
      await acceptance.prepare(input.agentId);
      const channel = await store.transaction(async (tx) => {
        deps.quotas.require('channels', await store.countUnderLock(tx, caller.workspaceId));
        const version = await acceptance.current(tx, input.agentId);
        const accepted = { ...row, accepted_version: version, current_version: version };
        await store.insert(tx, accepted);
        await record(tx, caller, 'channel.create', row.id, { agentId: input.agentId, version });
        return shown(accepted);
      });
      return { ...channel, hmac: { ...channel.hmac, secret } };
    },

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<Channel>> {
      const size = pageSize(limit);
      const rows = await store.list(workspaceId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    get: async (caller: Caller, id: string): Promise<Channel> => shown(await found(caller, id)),

    async update(caller: Caller, id: string, input: UpdateChannel): Promise<Channel> {
      const present = await found(caller, id);
      await check(caller, input);
      if (redirects(input)) requireAnswerable(caller, present);
      return change(caller, id, input);
    },

    /** The channel carries the words of the people who write, not of its owner: managers may accept a version, too. */
    async accept(caller: Caller, id: string, version: number): Promise<Channel> {
      const present = await found(caller, id);
      requireAnswerable(caller, present);
      await acceptance.prepare(present.agent_id);
      return store.transaction(async (tx) => {
        await acceptance.named(tx, present.agent_id, version);
        const before = await store.findUnderLock(tx, caller.workspaceId, id);
        if (!before) throw notFound(`Channel ${id}`);
        if (before.agent_id !== present.agent_id) throw meanwhile();
        const after = {
          ...before,
          user_id: before.user_id ?? caller.userId,
          accepted_version: version,
          updated_at: clock.now(),
        };
        await store.update(tx, after);
        const more = { agentId: before.agent_id, version, before: before.accepted_version };
        await record(tx, caller, 'channel.accept', id, more);
        return shown(after);
      });
    },

    async delete(caller: Caller, id: string): Promise<void> {
      // Switched off first, so that no new sender appears while the known ones are erased in portions.
      await change(caller, id, { enabled: false });
      const erasing = () => store.transaction((tx) => eraseSome(tx, id, erasedAtOnce));
      while ((await erasing()) === erasedAtOnce);
      await store.transaction(async (tx) => {
        if (!(await store.findUnderLock(tx, caller.workspaceId, id))) throw notFound(`Channel ${id}`);
        // Senders that appeared while the channel was being switched off.
        await eraseSome(tx, id, mostLatecomers);
        await store.delete(tx, caller.workspaceId, id);
        await record(tx, caller, 'channel.delete', id);
      });
      await wordScrub.soon();
    },
  };
}

export type ChannelService = ReturnType<typeof createChannelService>;
