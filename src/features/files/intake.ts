import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Person } from '../../kernel/person.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AtMost } from '../../platform/work/at-most.ts';
import type { ChunkStore } from './chunks.store.ts';
import { fileName } from './file-name.ts';
import type { FileRow, FileStore } from './files.store.ts';
import { createMediaTypeReader } from './media-type.ts';
import type { TakeRowPlace } from './row-places.ts';

export type TakeOptions = {
  name?: string | undefined;
  /** Whether it is in its owner's list. One that is not exists only as long as something refers to it. */
  listed: boolean;
  /** How many bytes come at most, if it is known. Only what is announced is sure to have room. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
};

type Deps = {
  store: FileStore;
  chunks: ChunkStore;
  clock: Clock;
  quotas: Quotas;
  maxFileBytes: number;
  /** Bytes are written by few at a time, so that other writes do not wait behind hundreds of uploads. */
  writing: AtMost;
  takePlace: TakeRowPlace;
  remove(fileId: string): Promise<void>;
};

/**
 * Stores bytes as they come, a row at a time, and reads no further while a row is written. A file of one row is written in
 * one transaction; a larger one is `uploading` until its last row. If anything fails, nothing is left.
 */
export function createIntake({ store, chunks, clock, quotas, maxFileBytes, writing, takePlace, remove }: Deps) {
  const tooLarge = () => new AppError('body_too_large', `A file has at most ${maxFileBytes} bytes.`);

  async function requireRoom(tx: Transaction, workspaceId: string, more: { files: number; bytes: number }) {
    const used = await store.usedUnderLock(tx, workspaceId);
    quotas.require('files', used.files, more.files);
    quotas.require('fileBytes', used.bytes, more.bytes);
  }

  return async function take(
    { workspaceId, userId }: Person,
    source: AsyncIterable<Uint8Array>,
    { name, listed, size = 0, signal }: TakeOptions,
  ): Promise<FileRow> {
    const now = clock.now();
    const row: FileRow = {
      id: newId('fil', now),
      workspace_id: workspaceId,
      user_id: userId,
      name: fileName(name),
      media_type: '',
      bytes: 0,
      sha256: '',
      listed: listed ? 1 : 0,
      state: 'uploading',
      created_at: now,
    };
    const announced = Math.min(size, maxFileBytes);
    const hash = createHash('sha256');
    const mediaType = createMediaTypeReader();
    let place = await takePlace();
    let stored = 0;
    let begun = false;

    async function begin(tx: Transaction): Promise<void> {
      await requireRoom(tx, workspaceId, { files: 1, bytes: announced });
      await store.insert(tx, { ...row, bytes: announced });
    }
    function consider(): Uint8Array {
      const content = place.content();
      hash.update(content);
      mediaType.add(content);
      return content;
    }
    async function flush(): Promise<void> {
      const content = consider();
      await writing(async () => {
        signal?.throwIfAborted();
        if (!begun) await store.transaction(begin);
        begun = true;
        if (!(await chunks.add(row.id, stored, content))) throw notFound('The file');
      });
      stored += content.length;
      place.leave();
      place = await takePlace();
    }
    async function finish(): Promise<void> {
      const content = consider();
      row.bytes = stored + content.length;
      if (row.bytes === 0) throw new AppError('validation_failed', 'The file is empty.');
      row.sha256 = hash.digest('hex');
      row.media_type = await mediaType.read(row.name);
      row.state = 'ready';
      await writing(() =>
        store.transaction(async (tx) => {
          signal?.throwIfAborted();
          if (!begun) {
            await requireRoom(tx, workspaceId, { files: 1, bytes: row.bytes });
            await store.insert(tx, row);
            await chunks.add(row.id, 0, content, tx);
            return;
          }
          if (row.bytes > announced) await requireRoom(tx, workspaceId, { files: 0, bytes: row.bytes - announced });
          if (content.length > 0) await chunks.add(row.id, stored, content, tx);
          if (!(await store.finish(tx, row))) throw notFound('The file');
        }),
      );
    }

    try {
      if (size > maxFileBytes) throw tooLarge();
      for await (const piece of source) {
        signal?.throwIfAborted();
        for (let rest = piece; rest.length > 0; ) {
          // Only when more comes: the last row is written with the end.
          if (place.isFull()) await flush();
          rest = rest.subarray(place.fill(rest));
          if (stored + place.content().length > maxFileBytes) throw tooLarge();
        }
      }
      await finish();
      return row;
    } catch (error) {
      if (begun) await remove(row.id);
      throw error;
    } finally {
      place.leave();
    }
  };
}
