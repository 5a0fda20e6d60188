import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import busboy from 'busboy';
import { AppError } from '../../kernel/errors.ts';

/** A file on its way in. `bytes` is read once. */
export type Incoming = { name: string | undefined; size: number | undefined; bytes: AsyncIterable<Uint8Array> };

type Limits = {
  maxFileBytes: number;
  /** How long nothing may come. */
  pauseMs: number;
};

/**
 * What the stream of a request reads ahead while a row is written. The usual 64 KiB are two reads; with less it is one, which
 * is 13 MB for 200 uploads. Node has no other way to say so for one request.
 */
const readAheadBytes = 16_384;
function readLittleAhead(stream: Readable): void {
  const { _readableState: state } = stream as { _readableState?: { highWaterMark: number } };
  if (state) state.highWaterMark = readAheadBytes;
}

/** So that a client that is still sending reads the refusal, and not a broken connection. */
const drainedBytes = 67_108_864;
const drainedMs = 5_000;

/** The pieces of a stream. It stays open when the reader stops, because a refusal is still to be sent. */
async function* piecesOf(stream: Readable, pauseMs: number, source: Readable): AsyncGenerator<Buffer> {
  const cut = () => source.destroy(new AppError('request_timeout', 'The upload has stopped.'));
  let timer = setTimeout(cut, pauseMs);
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      // The time in which the piece is stored is not the client's.
      clearTimeout(timer);
      yield piece as Buffer;
      timer = setTimeout(cut, pauseMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The only file of a form. Its bytes end without an error only if the whole form is well-formed. */
function fileOfForm(payload: Readable, headers: IncomingHttpHeaders, { pauseMs }: Limits): Promise<Incoming> {
  const limits = { files: 1, fields: 20, fieldSize: 4_096, fieldNameSize: 100, parts: 21, headerPairs: 50 };
  return new Promise((resolve, reject) => {
    const malformed = (why: string) => new AppError('bad_request', `The form is not valid: ${why}.`);
    let form: busboy.Busboy;
    try {
      form = busboy({ headers, limits, defParamCharset: 'utf8' });
    } catch {
      return reject(malformed('the content type has no boundary'));
    }
    let problem: Error | undefined;
    const whole = new Promise<void>((done, fail) => {
      const failed = (error: Error) => {
        problem ??= error instanceof AppError ? error : malformed('it ends too early or its parts cannot be read');
        payload.unpipe(form);
        fail(problem);
        reject(problem);
      };
      payload.once('error', (error) => form.destroy(error));
      form.once('error', (error) => failed(error as Error));
      form.once('filesLimit', () => form.destroy(malformed('send one file at a time')));
      form.once('partsLimit', () => form.destroy(malformed('it has too many parts')));
      form.once('close', () => {
        if (problem) return;
        reject(malformed('it has no file'));
        done();
      });
    });
    // The iterator below awaits it and throws its error; without this line the rejection would count as unhandled.
    whole.catch(() => undefined);
    async function* bytes(file: Readable): AsyncGenerator<Buffer> {
      try {
        yield* piecesOf(file, pauseMs, payload);
      } catch (error) {
        throw problem ?? error;
      }
      await whole;
    }
    form.once('file', (_field, file, { filename }) => {
      // Read by the iterator; without a listener an error in between would end the process.
      file.on('error', () => undefined);
      resolve({ name: filename, size: undefined, bytes: bytes(file) });
    });
    payload.pipe(form);
  });
}

function lengthOf({ 'content-length': length }: IncomingHttpHeaders): number | undefined {
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** The file that a request brings: the only one of a form, or the body itself. */
export async function readUpload(
  payload: Readable | undefined,
  headers: IncomingHttpHeaders,
  limits: Limits,
): Promise<Incoming> {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  if (!payload) throw new AppError('validation_failed', 'Send the file as the body, or as a form.');
  readLittleAhead(payload);
  const size = lengthOf(headers);
  if (/^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    const file = await fileOfForm(payload, headers, limits);
    // A form is longer than the file in it.
    return { ...file, size: size && Math.min(size, limits.maxFileBytes) };
  }
  return { name: undefined, size, bytes: piecesOf(payload, limits.pauseMs, payload) };
}

/** Reads the rest of a refused body, as long as that is worth it. */
export async function drain(payload: Readable | undefined): Promise<void> {
  if (!payload || payload.destroyed || payload.readableEnded) return;
  payload.unpipe();
  let left = drainedBytes;
  const enough = new AbortController();
  const ended = new Promise<void>((resolve) => {
    payload
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    payload.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) resolve();
    });
  });
  payload.resume();
  await Promise.race([ended, sleep(drainedMs, undefined, { signal: enough.signal }).catch(() => undefined)]);
  enough.abort();
}
