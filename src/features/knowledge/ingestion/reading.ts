import type { Log } from '../../../kernel/log.ts';
import { createFairThreads } from '../../../platform/fair-threads.ts';
import type { FileService } from '../../files/index.ts';
import type { AddressReader } from '../addresses/address-reader.ts';
import type { Answered } from '../addresses/addresses.store.ts';
import { formatOf } from '../cutting/format.ts';
import { type DocumentFormat, longestDocument } from '../cutting/passage.ts';
import type { ReadAnswer, ReadQuestion } from '../cutting/read-document.ts';
import type { VersionRow } from './work.store.ts';

type Deps = {
  files: Pick<FileService, 'get' | 'bytes'>;
  readAddress: AddressReader;
  log: Log;
  timeoutMs?: number | undefined;
};

const defaultTimeoutMs = 60_000;
const maxPages = 5_000;
/** Larger files are not read into memory. */
const largestFile = 64 * 1_048_576;

/** `again`: nothing is wrong with the document. `unchanged`: what is at its address. */
export type ReadOutcome =
  | (ReadAnswer & { answered?: Answered })
  | { unchanged: Answered }
  | { failed: string }
  | 'again';

type Loaded = { format: DocumentFormat; bytes: Uint8Array; answered?: Answered };

/** Reads and cuts documents in threads with limits of time and memory, shared fairly between workspaces. */
export function createReading({ files, readAddress, log, timeoutMs = defaultTimeoutMs }: Deps) {
  const threads = createFairThreads<ReadQuestion, ReadAnswer>({
    name: 'knowledge',
    file: new URL('../cutting/read-document.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 256 },
    timeoutMs,
    warmUp: { format: 'text', bytes: new Uint8Array(), maxPages: 0 },
    log,
  });

  async function load(
    version: VersionRow,
    signal: AbortSignal,
  ): Promise<Loaded | { unchanged: Answered } | { failed: string }> {
    const { workspace_id: workspaceId, user_id: userId, file_id: fileId, given, format } = version;
    if (format === 'url') return readAddress(version.document_id, signal);
    if (format !== 'file') return { format, bytes: Buffer.from(given ?? '') };
    const gone = { failed: 'The file was deleted before it was read.' };
    if (userId === null || fileId === null) return gone;
    const person = { workspaceId, userId };
    const file = await files.get(person, fileId).catch(() => undefined);
    if (!file) return gone;
    const known = formatOf(file.mediaType, file.name);
    if (!known) return { failed: `Files of the type ${file.mediaType} have no text that can be read.` };
    if (file.bytes > largestFile) return { failed: `The file has more than ${largestFile} bytes.` };
    return { format: known, bytes: await files.bytes(person, fileId) };
  }

  return {
    async read(version: VersionRow, signal: AbortSignal): Promise<ReadOutcome> {
      const loaded = await load(version, signal);
      if ('failed' in loaded || 'unchanged' in loaded) return loaded;
      const { format, bytes, answered } = loaded;
      const outcome = await threads.ask(version.workspace_id, { format, bytes, maxPages });
      if ('answer' in outcome) {
        const { answer } = outcome;
        if (!answer.whole)
          return { failed: `It has more than ${longestDocument} characters or ${maxPages} pages. Add it in parts.` };
        return answer.cuts.length > 0 ? { ...answer, ...(answered && { answered }) } : { failed: 'It has no text.' };
      }
      if (outcome.failed === 'late') return { failed: `Reading it took longer than ${timeoutMs / 1_000} seconds.` };
      if (outcome.failed === 'broken') return { failed: 'It cannot be read: it is damaged, or needs too much memory.' };
      return 'again';
    },
    stop: threads.stop,
  };
}

export type Reading = ReturnType<typeof createReading>;
