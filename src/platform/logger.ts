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

/**
 * What one turn of the event loop logs is written at once: a write for each line took 1 % of a turn. A fatal line and the end of the
 * process do not wait; a process that is killed loses the lines of that moment.
 */
function createStandardOutput(): DestinationStream {
  const output = pino.destination({ sync: true });
  let lines = '';
  const flushSync = () => {
    const text = lines;
    lines = '';
    if (text !== '') output.write(text);
  };
  process.once('exit', flushSync);
  const write = (line: string) => {
    if (lines === '') setImmediate(flushSync);
    lines += line;
  };
  // pino calls `flushSync` behind a fatal line.
  return Object.assign({ write }, { flushSync });
}

let standardOutput: DestinationStream | undefined;

/** JSON lines on stdout. `context` adds fields of the current work, such as the request id. */
export function createLogger(
  level: string,
  context: () => object | undefined,
  destination?: DestinationStream,
): Logger {
  standardOutput ??= createStandardOutput();
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
    destination ?? standardOutput,
  );
}
