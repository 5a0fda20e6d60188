import { type DestinationStream, type Logger, pino } from 'pino';
import { iso } from '../kernel/clock.ts';
import { isOneOfSeveral } from './processes.ts';

const secretFields = new Set([
  'password',
  'currentpassword',
  'newpassword',
  'mfatoken',
  'idtoken',
  'recoverycodes',
  'token',
  'accesstoken',
  'refreshtoken',
  'secret',
  'apikey',
  'key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);
const deepest = 6;

/**
 * A copy without secrets, or the value itself if it has none. Written by hand: pino's own redaction of these names
 * three levels deep took 0.17 ms of every request, more than authentication.
 */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest || value instanceof Error) return value;
  let copy: Record<string, unknown> | unknown[] | undefined;
  for (const [name, member] of Object.entries(value)) {
    const shown = secretFields.has(name.toLowerCase()) ? '[redacted]' : withoutSecrets(member, depth + 1);
    if (shown === member) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[name] = shown;
  }
  return copy ?? value;
}

/** Several processes may share a pipe, and Linux mixes longer writes with those of others. */
const largestWrite = 4_096;
/** What is kept while nothing can be written, on a full disk for one; lines beyond it are lost. */
const mostUnwritten = 1_048_576;

/**
 * What one turn of the event loop logs is written at once: a write for each line took 1 % of a turn. A fatal line and the end of the
 * process do not wait; a process that is killed loses the lines of that moment.
 */
function createStandardOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: mostUnwritten });
  // A log that cannot be written ends nothing else.
  output.on('error', () => undefined);
  let lines = '';
  let bytes = 0;
  const flushSync = () => {
    const text = lines;
    lines = '';
    bytes = 0;
    if (text !== '') output.write(text);
  };
  process.once('exit', flushSync);
  const write = (line: string) => {
    const size = Buffer.byteLength(line);
    if (bytes + size > largestWrite) flushSync();
    if (lines === '') setImmediate(flushSync);
    lines += line;
    bytes += size;
  };
  // pino calls `flushSync` behind a fatal line.
  return Object.assign({ write }, { flushSync });
}

let standardOutput: DestinationStream | undefined;

function toStandardOutput(): DestinationStream {
  standardOutput ??= createStandardOutput();
  return standardOutput;
}

/** JSON lines on stdout. `context` adds fields of the current work, such as the request id. */
export function createLogger(
  level: string,
  context: () => object | undefined,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      mixin: () => context() ?? {},
      timestamp: () => `,"time":"${iso(Date.now())}"`,
      serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)) },
      formatters: {
        level: (label) => ({ level: label }),
        // Which of several processes with one log.
        bindings: () => (isOneOfSeveral() ? { pid: process.pid } : {}),
        log: (fields) => withoutSecrets(fields) as Record<string, unknown>,
      },
    },
    destination ?? toStandardOutput(),
  );
}
