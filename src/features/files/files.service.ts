import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { ChunkStore } from './chunks.store.ts';
import type { Fetched } from './fetched.ts';
import { fileName } from './file-name.ts';
import type { StoredFile } from './files.schema.ts';
import type { FileRow, FileStore, Holder } from './files.store.ts';
import type { TakeOptions } from './intake.ts';
import { createMediaTypeReader } from './media-type.ts';
import type { Removal } from './removal.ts';

/** What others need to know of a file. */
export type FileInfo = {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  createdAt: number;
};

/** The bytes from `first` to `last`, both included. */
export type Range = { first: number; last: number };

type Deps = {
  store: FileStore;
  chunks: ChunkStore;
  intake(owner: Person, source: AsyncIterable<Uint8Array>, options: TakeOptions): Promise<FileRow>;
  open(url: string, signal?: AbortSignal): Promise<Fetched>;
  removal: Pick<Removal, 'removeAll'>;
  maxFileBytes: number;
};

/** Bytes in memory, described as a stored file would be. */
export type Described = { name: string; mediaType: string; content: Uint8Array };

const infoOf = (row: FileRow): FileInfo => ({
  id: row.id,
  name: row.name,
  mediaType: row.media_type,
  bytes: row.bytes,
  sha256: row.sha256,
  createdAt: row.created_at,
});

export const shownFile = ({ createdAt, ...info }: FileInfo): StoredFile => ({ ...info, createdAt: iso(createdAt) });

/** One answer for a file that does not exist and for another person's. */
const missing = (id: string) => notFound(`File ${id}`);

export function createFileService({ store, chunks, intake, open, removal, maxFileBytes }: Deps) {
  async function found(owner: Person, id: string): Promise<FileInfo> {
    const [row] = await store.find(owner, [id]);
    if (!row) throw missing(id);
    return infoOf(row);
  }

  /** One row in memory at a time, read when the one before is taken. */
  async function* stored({ id }: FileInfo, { first, last }: Range): AsyncGenerator<Buffer> {
    for (let place = first; place <= last; ) {
      const chunk = await chunks.at(id, place);
      const end = chunk ? chunk.position + chunk.bytes.length : 0;
      // Deleted while it was read.
      if (!chunk || end <= place) throw missing(id);
      const { buffer, byteOffset, byteLength } = chunk.bytes;
      yield Buffer.from(buffer, byteOffset, byteLength).subarray(
        place - chunk.position,
        Math.min(last + 1, end) - chunk.position,
      );
      place = end;
    }
  }
  const whole = ({ bytes }: FileInfo): Range => ({ first: 0, last: bytes - 1 });

  async function describe(content: Uint8Array, given: string | undefined): Promise<Described> {
    if (content.length > maxFileBytes)
      throw new AppError('body_too_large', `A file has at most ${maxFileBytes} bytes.`);
    const name = fileName(given);
    const mediaType = createMediaTypeReader();
    mediaType.add(content);
    return { name, mediaType: await mediaType.read(name), content };
  }

  return {
    /** Stores the bytes as they come. */
    take: async (owner: Person, source: AsyncIterable<Uint8Array>, options: TakeOptions): Promise<FileInfo> =>
      infoOf(await intake(owner, source, options)),

    /** Stores what a user's URL points to. It is not in the owner's list. */
    async takeUrl(owner: Person, url: string, signal?: AbortSignal): Promise<FileInfo> {
      const { name, size, bytes } = await open(url, signal);
      return infoOf(await intake(owner, bytes, { name, size, listed: false, signal }));
    },

    /** For what is not stored. */
    describe,
    /** What a user's URL points to, without storing it. */
    async fetch(url: string, signal?: AbortSignal): Promise<Described> {
      const { name, bytes } = await open(url, signal);
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      return describe(Buffer.concat(pieces), name);
    },

    /** The owner's own among these. */
    find: async (owner: Person, ids: readonly string[]): Promise<Map<string, FileInfo>> =>
      new Map(ids.length === 0 ? [] : (await store.find(owner, ids)).map((row) => [row.id, infoOf(row)])),

    get: found,

    async *read(owner: Person, id: string): AsyncGenerator<Buffer> {
      const info = await found(owner, id);
      yield* stored(info, whole(info));
    },
    /** Of a file that was found before. */
    readRange: stored,

    async bytes(owner: Person, id: string): Promise<Buffer> {
      const info = await found(owner, id);
      const content = Buffer.allocUnsafe(info.bytes);
      let place = 0;
      for await (const piece of stored(info, whole(info))) place += piece.copy(content, place);
      return content;
    },

    /** In the caller's transaction: the files exist as long as the holder does. Throws unless all are the owner's own. */
    async hold(tx: Transaction, owner: Person, ids: readonly string[], holder: Holder): Promise<void> {
      if (ids.length === 0) return;
      const held = new Set(await store.hold(tx, owner, ids, holder));
      const absent = ids.find((id) => !held.has(id));
      if (absent !== undefined) throw missing(absent);
    },
    /** In the caller's transaction: the second session refers to the files of the first one too. */
    async share(tx: Transaction, fromSessionId: string, toSessionId: string): Promise<void> {
      await store.share(tx, fromSessionId, toSessionId);
    },
    /** In the caller's transaction: a schedule with another message refers to other files. */
    async releaseSchedule(tx: Transaction, scheduleId: string): Promise<void> {
      await store.releaseSchedule(tx, scheduleId);
    },

    async list(owner: Person, { limit, cursor }: PageRequest): Promise<Page<StoredFile>> {
      const size = pageSize(limit);
      const rows = await store.list(owner, size + 1, readCursor(cursor));
      return pageOf(
        rows,
        size,
        ({ created_at, id }) => ({ at: created_at, id }),
        (row) => shownFile(infoOf(row)),
      );
    },

    /** The bytes go at once, unless a session or a schedule refers to them. */
    async delete(owner: Person, id: string): Promise<void> {
      const given = await store.transaction(async (tx) => {
        if (!(await store.unlist(tx, owner, id))) throw missing(id);
        return store.giveUp(tx, [id]);
      });
      await removal.removeAll(given);
    },
  };
}

export type FileService = ReturnType<typeof createFileService>;
