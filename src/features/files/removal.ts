import type { Transaction } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AtMost } from '../../platform/work/at-most.ts';
import type { DeletePortion } from '../../platform/work/cleaning.ts';
import type { ChunkStore } from './chunks.store.ts';
import type { FileStore } from './files.store.ts';

type Deps = {
  store: FileStore;
  chunks: ChunkStore;
  jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  writing: AtMost;
};

const queue = 'files.remove';
/** Rows of bytes deleted at once. The embedded engine overwrites them, which takes as long as writing did. */
const chunksAtOnce = 2;
const filesAtOnce = 20;

/** Deletes files: what is not seen any more first, then its bytes, a few rows at a time. */
export function createRemoval({ store, chunks, jobs, writing }: Deps) {
  async function remove(fileId: string): Promise<void> {
    while ((await writing(() => chunks.delete(fileId, chunksAtOnce))) === chunksAtOnce);
    await store.delete(fileId);
  }
  async function removeAll(fileIds: readonly string[]): Promise<void> {
    for (const id of fileIds) await remove(id);
  }
  /** Those of them that nothing refers to. */
  async function removeUnheld(fileIds: readonly string[]): Promise<number> {
    if (fileIds.length === 0) return 0;
    const given = await store.transaction((tx) => store.giveUp(tx, fileIds));
    await removeAll(given);
    return given.length;
  }
  jobs.handle<{ fileIds: string[] }>(queue, async ({ payload }) => {
    await removeUnheld(payload.fileIds);
  });

  const eraseAll = async (some: () => Promise<string[]>) => {
    for (let ids = await some(); ids.length > 0; ids = await some()) await removeAll(ids);
  };

  /** In the transaction that deletes what referred to them: those that nothing refers to then go soon. */
  async function release(tx: Transaction, fileIds: readonly string[]): Promise<void> {
    for (let from = 0; from < fileIds.length; from += 1_000)
      await jobs.enqueue(tx, { queue, payload: { fileIds: fileIds.slice(from, from + 1_000) } });
  }

  return {
    remove,
    removeAll,
    release,

    /** In the transaction that deletes a session, before its references go. */
    async sessionDeleted(tx: Transaction, _person: unknown, sessionId: string): Promise<void> {
      await release(tx, await store.onlyHeldBy(tx, sessionId));
    },
    /** Before an account is erased: the bytes in portions, because the rest goes in one transaction. */
    eraseMost: (userId: string) => eraseAll(() => store.someOfUser(userId, filesAtOnce)),
    eraseMostOfWorkspace: (workspaceId: string) => eraseAll(() => store.someOfWorkspace(workspaceId, filesAtOnce)),

    /** Uploads that began before the time and never ended. */
    unfinishedBefore:
      (time: number): DeletePortion<string> =>
      async (after = '') => {
        const ids = await store.unfinishedAfter(after, time, filesAtOnce);
        await removeAll(ids);
        return { deleted: ids.length, next: ids.length === filesAtOnce ? ids.at(-1) : undefined };
      },
    /** Files of people's lists that were uploaded before the time. What a session or schedule holds stays as long as that. */
    listedBefore:
      (time: number): DeletePortion<string> =>
      async (after = '') => {
        const ids = await store.listedAfter(after, time, filesAtOnce);
        if (ids.length > 0) await store.transaction((tx) => store.unlistAll(tx, ids));
        return { deleted: await removeUnheld(ids), next: ids.length === filesAtOnce ? ids.at(-1) : undefined };
      },
    /** Files of messages that no session or schedule refers to. The newest may be about to be referred to. */
    unheldBefore:
      (time: number): DeletePortion<string> =>
      async (after = '', limit) => {
        const rows = await store.unlistedAfter(after, time, limit);
        const unheld = rows.filter(({ held }) => held === 0);
        // So that no portion takes long: what is behind these is looked at by the next portion.
        const some = unheld.slice(0, filesAtOnce);
        const deleted = await removeUnheld(some.map(({ id }) => id));
        if (some.length < unheld.length) return { deleted, next: some.at(-1)?.id };
        return { deleted, next: rows.length === limit ? rows.at(-1)?.id : undefined };
      },
  };
}

export type Removal = ReturnType<typeof createRemoval>;
