import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { permits } from '../../http/permissions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../kernel/errors.ts';
import { type IdPrefix, newId } from '../../kernel/ids.ts';
import { filesIn, type Part, readParts, storedParts } from '../../kernel/parts.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type Acceptance, type Admit, meanwhile } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { RunFiles } from '../runs/index.ts';
import type { FiringRow, ScheduleKind, ScheduleRow } from './schedule.ts';
import { type Scheduler, schedulesChannel } from './scheduler.ts';
import type { ScheduleStore } from './schedules.store.ts';
import { firstAfter, readTiming, type TimingInput } from './timing.ts';

/** A schedule refers to the files in its message. */
export type ScheduleFiles = Pick<RunFiles, 'hold'> & {
  releaseSchedule(tx: Transaction, scheduleId: string): Promise<void>;
};

type Deps = {
  quotas: Quotas;
  store: ScheduleStore;
  scheduler: Pick<Scheduler, 'fireNow'>;
  admit: Admit;
  acceptance: Acceptance;
  audit: AuditLog;
  bus: Bus;
  clock: Clock;
  files: ScheduleFiles;
};

/** The fields of a schedule that can be set; each kind has some of them. */
export type ScheduleInput = TimingInput & {
  name?: string | undefined;
  agentId?: string | undefined;
  message?: string | undefined;
  /** What the message holds besides text. */
  parts?: readonly Part[] | undefined;
  type?: 'rss' | 'http' | undefined;
  url?: string | undefined;
  enabled?: boolean | undefined;
};
type NewSchedule = ScheduleInput & { name: string; message: string };

/** Called in the transaction of a change. */
type OnChange = (tx: Transaction, before: ScheduleRow, after: ScheduleRow) => Promise<void>;

const concernsTiming = ({ intervalSeconds, cron, timezone }: TimingInput) =>
  intervalSeconds !== undefined || cron !== undefined || timezone !== undefined;

/** The person who changes what a schedule does becomes its owner: nobody can act in another person's name. */
const speaks = ({ agentId, message, type, url }: ScheduleInput) =>
  agentId !== undefined || message !== undefined || type !== undefined || url !== undefined;

/** The owner may change its timing and enable it; managers may do so in the owner's name. */
const sets = (input: ScheduleInput) => concernsTiming(input) || input.enabled === true;

/** The rules that both kinds share. */
export function createScheduleService(deps: Deps) {
  const { quotas, store, scheduler, admit, acceptance, audit, bus, clock, files } = deps;
  const nouns: Record<ScheduleKind, string> = { heartbeat: 'Heartbeat', cron: 'Cron schedule' };
  const prefixes: Record<ScheduleKind, IdPrefix> = { heartbeat: 'hb', cron: 'cron' };

  /** An agent that the caller may use, even if its model is not configured now. */
  async function usableAgent({ userId, workspaceId }: Caller, agentId: string | undefined): Promise<string> {
    return (await admit({ userId, workspaceId, agentId })).agent.id;
  }

  /** The schedule refers to the files of its new message and no longer to those of the old one. */
  async function holdInstead(tx: Transaction, owner: Caller, before: ScheduleRow, { id, parts }: ScheduleRow) {
    if (before.parts !== null) await files.releaseSchedule(tx, id);
    if (parts !== null) await files.hold(tx, owner, filesIn(readParts(parts)), { scheduleId: id });
  }

  /** Called last in a transaction, because appending to the audit log locks its head. */
  async function changed(
    tx: Transaction,
    { userId, workspaceId }: Caller,
    kind: ScheduleKind,
    verb: string,
    id: string,
    more: object = {},
  ) {
    tx.afterCommit(() => bus.publish(schedulesChannel, id));
    const detail = { workspaceId, ...more };
    await audit.append(tx, {
      userId,
      actor: userId,
      action: `${kind}.${verb}`,
      target: id,
      outcome: 'success',
      detail,
    });
  }

  return function serviceOf(kind: ScheduleKind, onChange?: OnChange) {
    const absent = (id: string) => notFound(`${nouns[kind]} ${id}`);

    async function found({ workspaceId }: Caller, id: string): Promise<ScheduleRow> {
      const row = await store.find(workspaceId, kind, id);
      if (!row) throw absent(id);
      return row;
    }

    return {
      get: found,

      async create(caller: Caller, input: NewSchedule): Promise<ScheduleRow> {
        const now = clock.now();
        const timing = readTiming(input, now);
        const agentId = await usableAgent(caller, input.agentId);
        await acceptance.prepare(agentId);
        const row: ScheduleRow = {
          id: newId(prefixes[kind], now),
          kind,
          workspace_id: caller.workspaceId,
          user_id: caller.userId,
          agent_id: agentId,
          name: input.name,
          message: input.message,
          parts: storedParts(input.parts),
          type: input.type ?? null,
          url: input.url ?? null,
          ...timing,
          enabled: input.enabled === false ? 0 : 1,
          disabled_reason: null,
          next_run_at: firstAfter(timing, now),
          last_due_at: null,
          last_run_at: null,
          consecutive_failures: 0,
          active_run_id: null,
          claim: null,
          claimed_until: null,
          created_at: now,
          updated_at: now,
          accepted_version: null,
        };
        return store.transaction(async (tx) => {
          quotas.require('schedules', await store.countUnderLock(tx, caller.workspaceId, kind));
          const version = await acceptance.current(tx, agentId);
          const accepted = { ...row, accepted_version: version, current_version: version };
          await store.insert(tx, accepted);
          if (input.parts) await files.hold(tx, caller, filesIn(input.parts), { scheduleId: row.id });
          await changed(tx, caller, kind, 'create', row.id, { agentId, version });
          return accepted;
        });
      },

      async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<ScheduleRow>> {
        const size = pageSize(limit);
        const rows = await store.page(workspaceId, kind, size + 1, readCursor(cursor));
        return pageOf(
          rows,
          size,
          ({ created_at, id }) => ({ at: created_at, id }),
          (row) => row,
        );
      },

      async update(caller: Caller, id: string, input: ScheduleInput): Promise<ScheduleRow> {
        const present = await found(caller, id);
        const isOthers = present.user_id !== caller.userId;
        const takesOver = isOthers && (speaks(input) || (sets(input) && !permits(caller.role, 'schedules.all')));
        // A new owner must be allowed to use the agent.
        const agentId =
          takesOver || speaks(input) ? await usableAgent(caller, input.agentId ?? present.agent_id) : undefined;
        const accepts = agentId !== undefined && (takesOver || agentId !== present.agent_id);
        if (accepts) await acceptance.prepare(agentId);
        return store.transaction(async (tx) => {
          const version = accepts ? await acceptance.current(tx, agentId) : undefined;
          const before = await store.findUnderLock(tx, caller.workspaceId, kind, id);
          if (!before) throw absent(id);
          // The checks above were made for this owner and this agent. If either has changed, the caller must try again.
          if (before.user_id !== present.user_id || before.agent_id !== present.agent_id) throw meanwhile();
          const now = clock.now();
          const timing = concernsTiming(input) ? readTiming(input, now, before) : undefined;
          const wakes = input.enabled === true && before.enabled === 0;
          const after: ScheduleRow = {
            ...before,
            ...timing,
            user_id: agentId === undefined ? before.user_id : caller.userId,
            agent_id: input.agentId === undefined ? before.agent_id : (agentId ?? before.agent_id),
            accepted_version: version ?? before.accepted_version,
            current_version: version ?? before.current_version ?? null,
            name: input.name ?? before.name,
            message: input.message ?? before.message,
            parts: input.message === undefined ? before.parts : storedParts(input.parts),
            type: input.type ?? before.type,
            url: input.url ?? before.url,
            enabled: input.enabled === undefined ? before.enabled : Number(input.enabled),
            // Enabling it resets the failures.
            disabled_reason: input.enabled === undefined ? before.disabled_reason : null,
            consecutive_failures: input.enabled === true ? 0 : before.consecutive_failures,
            next_run_at: timing || wakes ? firstAfter(timing ?? before, now) : before.next_run_at,
            updated_at: now,
          };
          if (after.user_id !== before.user_id && input.message === undefined && before.parts !== null)
            throw invalidField('message', 'holds files of the person it acted as so far; send it again with your own');
          await store.update(tx, after);
          if (input.message !== undefined) await holdInstead(tx, caller, before, after);
          await onChange?.(tx, before, after);
          const { userId } = caller;
          const more = after.user_id === before.user_id ? {} : { actsAs: { before: before.user_id, after: userId } };
          await changed(tx, caller, kind, 'update', id, version === undefined ? more : { ...more, version });
          return after;
        });
      },

      async delete(caller: Caller, id: string): Promise<void> {
        await store.transaction(async (tx) => {
          if (!(await store.delete(tx, caller.workspaceId, kind, id))) throw absent(id);
          await changed(tx, caller, kind, 'delete', id);
        });
      },

      async runs(caller: Caller, id: string, { limit, cursor }: PageRequest): Promise<Page<FiringRow>> {
        await found(caller, id);
        const size = pageSize(limit);
        const rows = await store.firings(id, size + 1, readCursor(cursor));
        return pageOf(
          rows,
          size,
          (row) => ({ at: row.started_at, id: row.id }),
          (row) => row,
        );
      },

      /** It acts as its owner, so only the owner or a manager may fire it. */
      async run(caller: Caller, id: string): Promise<FiringRow> {
        const row = await found(caller, id);
        if (row.user_id !== caller.userId && !permits(caller.role, 'schedules.all'))
          throw new AppError('forbidden', 'It acts as somebody else: only they and managers may have it act now.');
        return scheduler.fireNow(row);
      },

      /** Only its owner can accept a version of the agent. */
      async accept(caller: Caller, id: string, version: number): Promise<ScheduleRow> {
        const present = await found(caller, id);
        if (present.user_id !== caller.userId)
          throw new AppError('forbidden', 'It acts as somebody else: only they can accept a version of its agent.');
        await acceptance.prepare(present.agent_id);
        return store.transaction(async (tx) => {
          await acceptance.named(tx, present.agent_id, version);
          const before = await store.findUnderLock(tx, caller.workspaceId, kind, id);
          if (!before) throw absent(id);
          if (before.user_id !== caller.userId || before.agent_id !== present.agent_id) throw meanwhile();
          const after = { ...before, accepted_version: version, updated_at: clock.now() };
          await store.update(tx, after);
          const more = { agentId: before.agent_id, version, before: before.accepted_version };
          await changed(tx, caller, kind, 'accept', id, more);
          return after;
        });
      },
    };
  };
}

export type ScheduleService = ReturnType<ReturnType<typeof createScheduleService>>;
