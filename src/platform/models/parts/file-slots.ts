import { randomBytes } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import type { FilePart } from '../../../kernel/parts.ts';
import type { LoadFile } from '../model.ts';

/** A body that is written piece by piece: a file of 20 MiB is never a string, and is in memory only while it is sent. */
export type PiecedBody = {
  length: number;
  pieces(): AsyncGenerator<Buffer>;
  /** Why a file could not be read while the body was sent. The connection's own error only says that it broke. */
  failure(): unknown;
};

/** A multiple of 3, so that the pieces' base64 joins without padding. */
const pieceBytes = 196_608;
const cannotLoad: LoadFile = () => Promise.reject(new Error('A request with files has no way to load them.'));
const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3);

/**
 * Places for files in a request. `slot` stands for the base64 of a file in a request's JSON; `bodyOf` puts the files there
 * when the body is sent. Nobody can guess a slot, so no text of a person is mistaken for one.
 */
export function createFileSlots(load: LoadFile = cannotLoad) {
  const files: FilePart[] = [];
  let mark = '';
  let failure: unknown;

  async function* base64Of({ fileId, name, bytes }: FilePart): AsyncGenerator<Buffer> {
    const content = await load(fileId);
    if (content.length !== bytes) throw new AppError('internal', `The file ${name} is not as long as it was.`);
    for (let start = 0; start < bytes; start += pieceBytes)
      yield Buffer.from(content.toString('base64', start, start + pieceBytes), 'latin1');
  }

  return {
    slot(part: FilePart): string {
      mark ||= `slot${randomBytes(16).toString('hex')}`;
      files.push(part);
      return `${mark}${String(files.length - 1).padStart(4, '0')}`;
    },

    bodyOf(json: string): string | PiecedBody {
      if (files.length === 0) return json;
      const split = json.split(new RegExp(`${mark}(\\d{4})`));
      const pieces = split.map((piece, index): Buffer | FilePart | undefined =>
        index % 2 === 0 ? Buffer.from(piece) : files[Number(piece)],
      );
      const length = pieces.reduce(
        (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : base64Length(piece?.bytes ?? 0)),
        0,
      );
      return {
        length,
        failure: () => failure,
        async *pieces() {
          try {
            for (const piece of pieces)
              if (Buffer.isBuffer(piece)) yield piece;
              else if (piece) yield* base64Of(piece);
          } catch (error) {
            failure = error;
            throw error;
          }
        },
      };
    },

    /** A name for this request; empty if it holds no file. */
    mark: () => mark,
    failure: () => failure,
  };
}

export type FileSlots = ReturnType<typeof createFileSlots>;
