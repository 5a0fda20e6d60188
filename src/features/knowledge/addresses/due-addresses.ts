import { newId } from '../../../kernel/ids.ts';
import { followingMoment } from '../../schedules/index.ts';
import type { DocumentStore } from '../documents/documents.store.ts';
import type { AddressRow, AddressStore } from './addresses.store.ts';

type Deps = { store: AddressStore; documents: Pick<DocumentStore, 'insertVersion'> };

const atOnce = 50;

const nextOf = ({ next_read_at, interval_seconds }: AddressRow, now: number): number =>
  followingMoment({ interval_seconds, cron: null, timezone: null }, next_read_at ?? now, now);

/**
 * Addresses whose documents are to be read again, at the same moments as a heartbeat would look at them. Each becomes
 * ordinary work on a new version, so that it is claimed, repeated after a crash and fair as all reading is.
 */
export const createDueAddresses = ({ store, documents }: Deps) => ({
  nextDue: store.nextDue,
  async begin(now: number): Promise<void> {
    for (const row of await store.due(now, atOnce))
      await store.transaction(async (tx) => {
        if (!(await store.take(tx, row, nextOf(row, now)))) return;
        if (await store.isBeingRead(tx, row.id)) return;
        await documents.insertVersion(tx, {
          id: newId('dvr', now),
          document_id: row.id,
          collection_id: row.collection_id,
          workspace_id: row.workspace_id,
          title: row.title,
          metadata: row.metadata,
          format: 'url',
          given: null,
          file_id: null,
          user_id: null,
          created_at: now,
        });
      });
  },
});

export type DueAddresses = ReturnType<typeof createDueAddresses>;
