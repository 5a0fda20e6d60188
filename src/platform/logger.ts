import { type DestinationStream, type Logger, pino } from 'pino';

const secretFields = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'apiKey',
  'key',
  'authorization',
  'cookie',
  '["x-api-key"]',
];

/** JSON lines on stdout. `context` adds what is known of the work at hand, such as the request id. */
export function createLogger(
  level: string,
  context: () => object | undefined,
  destination?: DestinationStream,
): Logger {
  const at = (field: string) => (field.startsWith('[') ? field : `.${field}`);
  return pino(
    {
      level,
      mixin: () => context() ?? {},
      redact: {
        paths: secretFields.flatMap((field) => [field, `*${at(field)}`, `*.*${at(field)}`, `*.*.*${at(field)}`]),
        censor: '[redacted]',
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), bindings: () => ({}) },
    },
    destination ?? pino.destination({ sync: true }),
  );
}
