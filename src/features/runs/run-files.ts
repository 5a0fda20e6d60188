import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';

export type StoredFile = { id: string; name: string; mediaType: string; bytes: number };

/** What runs need of the files feature. Every id must be of a file of that person, in that workspace. */
export type RunFiles = {
  /** Stores bytes of a message. The file is not listed, and goes when no session refers to it. */
  take(
    owner: Person,
    source: AsyncIterable<Uint8Array>,
    options: { name?: string; listed: boolean; size?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  takeUrl(owner: Person, url: string, signal?: AbortSignal): Promise<StoredFile>;
  find(owner: Person, ids: readonly string[]): Promise<Map<string, StoredFile>>;
  read(owner: Person, id: string): AsyncIterable<Uint8Array>;
  bytes(owner: Person, id: string): Promise<Buffer>;
  /** A reference, in the caller's transaction. */
  hold(
    tx: Transaction,
    owner: Person,
    ids: readonly string[],
    holder: { sessionId: string } | { scheduleId: string },
  ): Promise<void>;
};
