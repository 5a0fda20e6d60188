import type { OnDeparted } from '../../../http/socket/departed.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { JobService } from '../doors/jobs.service.ts';
import type { Departure, DepartureStore, OpenRun } from './departures.store.ts';

const queue = 'departures';
/** Tells every node whose sockets to close. */
const channel = 'departed';
const cancelledAtOnce = 20;
const everyone = '*';

type Deps = {
  store: DepartureStore;
  jobs: Jobs;
  bus: Bus;
  clock: { now(): number };
  log: Log;
  cancel: JobService['cancel'];
};

/**
 * Stops the runs of a person or an agent that lost the right to act: at work, queued or parked. The job is enqueued in the
 * transaction that takes the right away, and runs once that is committed.
 */
export function createDepartures({ store, jobs, bus, clock, log, cancel }: Deps) {
  async function cancelAll(open: readonly OpenRun[]): Promise<void> {
    for (let from = 0; from < open.length; from += cancelledAtOnce)
      await Promise.all(
        open.slice(from, from + cancelledAtOnce).map(({ id, workspaceId, userId }) =>
          cancel({ workspaceId, userId }, id).catch((error) => {
            // It has just ended by itself, or was erased with the person.
            if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
          }),
        ),
      );
  }

  async function stopRuns(departure: Departure): Promise<void> {
    const open = await store.openRuns(departure);
    // Queued runs first: otherwise each would begin as soon as the run before it has ended.
    await cancelAll(open.filter(({ waits }) => waits));
    await cancelAll(open.filter(({ waits }) => !waits));
  }

  jobs.handle<Departure>(queue, ({ payload }) => stopRuns(payload));

  const tellNodes = ({ workspaceId, userId, keyId = '' }: Person & { keyId?: string }) =>
    bus.publish(channel, `${workspaceId} ${userId} ${keyId}`);

  return {
    /** In the transaction that removes or suspends a member. */
    async onMemberRemoved(tx: Transaction, { workspaceId, userId }: Person): Promise<void> {
      await jobs.enqueue(tx, { queue, payload: { workspaceId, userId, at: clock.now() } });
      tx.afterCommit(() => tellNodes({ workspaceId, userId }));
    },

    /** In the transaction that suspends a workspace. */
    async onWorkspaceSuspended(tx: Transaction, workspaceId: string): Promise<void> {
      await jobs.enqueue(tx, { queue, payload: { workspaceId, at: clock.now() } });
      tx.afterCommit(() => tellNodes({ workspaceId, userId: everyone }));
    },

    /** In the transaction that ends a personal key: what was started with it is stopped. */
    async onKeyRevoked(tx: Transaction, { workspaceId, userId, keyId }: Person & { keyId: string }): Promise<void> {
      await jobs.enqueue(tx, { queue, payload: { workspaceId, userId, keyId, at: clock.now() } });
      tx.afterCommit(() => tellNodes({ workspaceId, userId, keyId }));
    },

    /** In the transaction that changes what a key may do: its open connections are closed, and the client connects again. */
    async onKeyChanged(tx: Transaction, key: Person & { keyId: string }): Promise<void> {
      tx.afterCommit(() => tellNodes(key));
    },

    /** In the transaction that revokes a grant. */
    async onGrantRevoked(tx: Transaction, { workspaceId, agentId }: { workspaceId: string; agentId: string }) {
      await jobs.enqueue(tx, { queue, payload: { workspaceId, agentId, at: clock.now() } });
    },

    /** Before an account is erased: afterwards its runs can no longer be found. */
    async beforeErasure(userId: string, workspaces: readonly { id: string; otherMembers: number }[]): Promise<void> {
      for (const { id: workspaceId, otherMembers } of workspaces) {
        const everyones = otherMembers === 0;
        await stopRuns({ workspaceId, ...(everyones ? {} : { userId }), at: clock.now() }).catch((error) =>
          log.warn({ err: error }, 'could not stop the runs of an erased account'),
        );
        tellNodes({ workspaceId, userId });
      }
    },

    /** Before a workspace is erased, outside a transaction. */
    async beforeWorkspaceErasure(workspaceId: string): Promise<void> {
      await stopRuns({ workspaceId, at: clock.now() }).catch((error) =>
        log.warn({ err: error }, 'could not stop the runs of an erased workspace'),
      );
    },

    /** In the transaction that erases a workspace: nothing that is open there stays so, on any node. */
    onWorkspaceErase(tx: Transaction, workspaceId: string): void {
      tx.afterCommit(() => tellNodes({ workspaceId, userId: everyone }));
    },

    onDeparted: ((listener) =>
      bus.subscribe(channel, (message) => {
        const [workspaceId = '', userId = '', keyId = ''] = message.split(' ');
        if (userId === everyone) listener({ workspaceId });
        else listener({ workspaceId, userId, ...(keyId === '' ? {} : { keyId }) });
      })) satisfies OnDeparted as OnDeparted,
  };
}
