import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, dayMs, iso } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type AuditLog, changesOf } from '../audit/index.ts';
import { webhookTestMode } from '../workspaces/index.ts';
import { settingsChannel } from './delivery/delivery-worker.ts';
import { newSecret, refusedSecret } from './delivery/signatures.ts';
import { reachOf } from './reach.ts';
import { inactiveReason } from './standing.ts';
import type {
  CreatedWebhook,
  CreateWebhook,
  RotatedSecret,
  TestMode,
  UpdateWebhook,
  Webhook,
} from './webhooks.schema.ts';
import type { MadeWebhook, WebhookRow, WebhookStore } from './webhooks.store.ts';

type Deps = {
  quotas: Quotas;
  store: WebhookStore;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  bus: Bus;
  clock: Clock;
};

/** How long the previous secret signs too after a rotation. */
const graceMs = dayMs;

const shown = (row: MadeWebhook): Webhook => ({
  id: row.id,
  workspaceId: row.workspace_id,
  url: row.url,
  events: JSON.parse(row.events) as Webhook['events'],
  description: row.description,
  enabled: row.enabled === 1,
  createdBy: row.created_by,
  audience: row.audience,
  inactiveReason: inactiveReason(row),
  hasSecret: row.secret !== null,
  consecutiveFailures: row.consecutive_failures,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** The change as the audit log records it: of a secret only that it was changed. */
const audited = ({ url, events, description, enabled, secret }: WebhookRow) => ({
  url,
  events,
  description,
  enabled: enabled === 1,
  secret,
});

export function createWebhookService({ quotas, store, egress, secrets, audit, bus, clock }: Deps) {
  const record = (
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  /** Before the caller is answered: later attempts use the new settings. */
  const announce = (tx: Transaction, id: string) => tx.afterCommit(() => bus.publish(settingsChannel, id));

  function sealed(secret: string | null): string | null {
    if (secret === null) return null;
    const problem = refusedSecret(secret);
    if (problem) throw invalidField('secret', problem);
    return secrets.seal(secret);
  }

  /** What holds for the caller's webhooks: a member's may be intercepted by the workspace's test mode too. */
  async function testMode(caller: Caller): Promise<TestMode> {
    const { workspace, own } = await store.testMode(caller.workspaceId, caller.userId);
    return { enabled: workspace || own };
  }

  async function setTestMode(caller: Caller, enabled: boolean): Promise<TestMode> {
    const { workspaceId, userId } = caller;
    const wide = reachOf(caller).ownOf === null;
    await store.transaction(async (tx) => {
      if (wide) await webhookTestMode.set(tx, workspaceId, enabled);
      // A person who was a plain member before may still have a test mode of their own.
      if (!wide || !enabled) await webhookTestMode.setOwn(tx, { workspaceId, userId }, enabled);
      announce(tx, workspaceId);
      await record(tx, caller, `webhook_test_mode.${enabled ? 'enable' : 'disable'}`, workspaceId);
    });
    return testMode(caller);
  }

  async function found(caller: Caller, id: string): Promise<MadeWebhook> {
    const row = await store.find(reachOf(caller), id);
    if (!row) throw notFound(`Webhook ${id}`);
    return row;
  }

  async function foundUnderLock(tx: Transaction, caller: Caller, id: string): Promise<MadeWebhook> {
    const row = await store.findUnderLock(tx, reachOf(caller), id);
    if (!row) throw notFound(`Webhook ${id}`);
    return row;
  }

  return {
    found,

    async create(caller: Caller, input: CreateWebhook): Promise<CreatedWebhook> {
      egress.assertAllowed(input.url);
      const now = clock.now();
      const secret = input.secret === undefined ? newSecret() : input.secret;
      const row: MadeWebhook = {
        id: newId('wh', now),
        workspace_id: caller.workspaceId,
        created_by: caller.userId,
        audience: reachOf(caller).ownOf === null ? 'workspace' : 'own',
        maker_role: caller.role,
        maker_disabled_at: null,
        url: input.url,
        events: JSON.stringify(input.events),
        description: input.description ?? null,
        secret: sealed(secret),
        previous_secret: null,
        previous_secret_until: null,
        enabled: 1,
        consecutive_failures: 0,
        failing_since: null,
        created_at: now,
        updated_at: now,
      };
      await store.transaction(async (tx) => {
        quotas.require('webhooks', await store.countUnderLock(tx, caller.workspaceId));
        await store.insert(tx, row);
        await record(tx, caller, 'webhook.create', row.id);
      });
      return { ...shown(row), secret };
    },

    async list(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Webhook>> {
      const size = pageSize(limit);
      const rows = await store.page(reachOf(caller), size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    get: async (caller: Caller, id: string): Promise<Webhook> => shown(await found(caller, id)),

    async update(caller: Caller, id: string, input: UpdateWebhook): Promise<Webhook> {
      if (input.url !== undefined) egress.assertAllowed(input.url);
      const secret =
        input.secret === undefined
          ? {}
          : { secret: sealed(input.secret), previous_secret: null, previous_secret_until: null };
      const { workspaceId } = caller;
      return store.transaction(async (tx) => {
        const before = await foundUnderLock(tx, caller, id);
        const now = clock.now();
        // A manager who enables a workspace's webhook without a maker becomes its maker.
        const takesOver =
          input.enabled === true && before.audience === 'workspace' && inactiveReason(before) !== null
            ? { created_by: caller.userId, maker_role: caller.role, maker_disabled_at: null }
            : {};
        const after = {
          ...before,
          ...secret,
          ...takesOver,
          url: input.url ?? before.url,
          events: input.events ? JSON.stringify(input.events) : before.events,
          description: input.description === undefined ? before.description : input.description,
          enabled: input.enabled === undefined ? before.enabled : input.enabled ? 1 : 0,
          updated_at: now,
        };
        await store.update(tx, workspaceId, id, after, now);
        if (after.enabled > before.enabled) {
          await store.forgive(tx, workspaceId, id);
          after.consecutive_failures = 0;
        }
        announce(tx, id);
        await record(tx, caller, 'webhook.update', id, {
          ...changesOf(audited(before), audited(after)),
          ...('created_by' in takesOver ? { takenOver: true } : {}),
        });
        return shown(after);
      });
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, reachOf(caller), id))) throw notFound(`Webhook ${id}`);
        announce(tx, id);
        await record(tx, caller, 'webhook.delete', id);
      });
    },

    /** The old secret signs beside the new one for a day, so that receivers can change over without a gap. */
    async rotateSecret(caller: Caller, id: string): Promise<RotatedSecret> {
      const secret = newSecret();
      const until = await store.transaction(async (tx) => {
        const before = await foundUnderLock(tx, caller, id);
        const now = clock.now();
        const previousUntil = before.secret === null ? null : now + graceMs;
        await store.update(
          tx,
          caller.workspaceId,
          id,
          {
            ...before,
            secret: secrets.seal(secret),
            previous_secret: before.secret,
            previous_secret_until: previousUntil,
          },
          now,
        );
        announce(tx, id);
        await record(tx, caller, 'webhook.rotate_secret', id);
        return previousUntil;
      });
      return { id, secret, previousSecretExpiresAt: until === null ? null : iso(until) };
    },

    /** In the transaction in which someone leaves a workspace or changes their role. */
    async makerChanged(tx: Transaction, { workspaceId, userId }: Person): Promise<void> {
      await store.cancelFallen(tx, workspaceId, userId);
      announce(tx, workspaceId);
    },

    /** In the transaction that erases an account. Lanes give up its deliveries after the commit. */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      await store.erasePerson(tx, userId);
      announce(tx, userId);
    },

    target: store.target,
    testMode,
    enableTestMode: (caller: Caller) => setTestMode(caller, true),
    disableTestMode: (caller: Caller) => setTestMode(caller, false),
  };
}

export type WebhookService = ReturnType<typeof createWebhookService>;
