import { requestContext } from '../../src/http/request-id.ts';
import { createLogger } from '../../src/platform/logger.ts';

type LogLine = Record<string, unknown> & { level: string; msg: string; requestId?: string };

/** The gateway's own logger, writing to memory. */
export function recordLog() {
  const written: string[] = [];
  const log = createLogger('debug', () => requestContext.getStore(), {
    write(line: string) {
      written.push(line);
    },
  });
  return { log, text: () => written.join(''), lines: () => written.map((line) => JSON.parse(line) as LogLine) };
}
