import { randomUUID } from 'node:crypto';
import { dataOf, type HeldData } from '../../../http/validation/large-bodies.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { FilePart, Part } from '../../../kernel/parts.ts';
import type { Person } from '../../../kernel/person.ts';
import type { LoadFile } from '../../../platform/models/model.ts';
import type { FileService } from '../../files/index.ts';
import type { InputPart } from '../../runs/index.ts';
import { createByteRoom } from './byte-room.ts';

type Deps = { files: Pick<FileService, 'find' | 'bytes' | 'fetch' | 'describe'>; maxFileBytes: number };
type FileInput = Exclude<InputPart, { type: 'text' }>;

/** The parts of each message, and their bytes. Nothing of them is stored. */
export type RequestFiles = { parts: Map<number, Part[]>; load: LoadFile; close(): void };
export type Asked = { owner: Person; held: HeldData | undefined; signal: AbortSignal };

const megabyte = 1_048_576;

/** The files of a request to a model: they are in memory until it is answered, within limits for all requests. */
export function createRequestFiles({ files, maxFileBytes }: Deps) {
  const room = createByteRoom({ most: 256 * megabyte, mostOfOne: 96 * megabyte });

  const largest = (part: InputPart): number => {
    if (part.type === 'text') return 0;
    if (part.type === 'image' && part.url !== undefined) return maxFileBytes;
    return part.data === undefined ? 0 : Math.ceil((part.data.length * 3) / 4);
  };

  return async function open(messages: ReadonlyMap<number, readonly InputPart[]>, asked: Asked): Promise<RequestFiles> {
    const { owner, held, signal } = asked;
    const bytes = new Map<string, Uint8Array>();
    const inputs = [...messages.values()].flat();
    const ofHeld = held?.data.reduce((sum, one) => sum + one.bytes.length, 0) ?? 0;
    const close = await room(
      owner.workspaceId,
      inputs.reduce((sum, part) => sum + largest(part), ofHeld),
      signal,
    );
    // They count here from now on, so another large body can be read.
    held?.release();

    function keep(
      type: FilePart['type'],
      { content, ...found }: { name: string; mediaType: string; content: Uint8Array },
    ) {
      const fileId = randomUUID();
      bytes.set(fileId, content);
      return { type, fileId, ...found, bytes: content.length };
    }

    const ids = inputs.flatMap((part) => ('fileId' in part && part.fileId ? part.fileId : []));
    const own = await files.find(owner, ids);
    async function read(part: FileInput, path: string): Promise<FilePart> {
      if (part.fileId !== undefined) {
        const found = own.get(part.fileId);
        if (!found) throw notFound(`File ${part.fileId}`);
        return { type: part.type, fileId: found.id, name: found.name, mediaType: found.mediaType, bytes: found.bytes };
      }
      if (part.type === 'image' && part.url !== undefined) return keep('image', await files.fetch(part.url, signal));
      const { bytes: content } = dataOf(part.data ?? '', held, path);
      return keep(part.type, await files.describe(content, part.name));
    }

    try {
      const parts = new Map<number, Part[]>();
      for (const [place, given] of messages)
        parts.set(
          place,
          await Promise.all(
            given.map(
              async (part, index): Promise<Part> =>
                part.type === 'text' ? part : read(part, `messages[${place}].content[${index}]`),
            ),
          ),
        );
      const load = async (fileId: string) => {
        const kept = bytes.get(fileId);
        return kept ? Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength) : files.bytes(owner, fileId);
      };
      return { parts, load, close };
    } catch (error) {
      close();
      throw error;
    }
  };
}

export type OpenRequestFiles = ReturnType<typeof createRequestFiles>;
