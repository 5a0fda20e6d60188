import { dayMs } from '../kernel/clock.ts';
import { parseDurationMs } from '../kernel/durations.ts';
import type { Readers } from './readers.ts';

const defaultRetryDelays = '30s,2m,10m,30m,2h';

export function readWebhooks({ text, duration, wrong }: Readers) {
  const retryDelays = text('WEBHOOK_RETRY_DELAYS') ?? defaultRetryDelays;
  const disableAfter = text('WEBHOOK_DISABLE_AFTER');
  return {
    retryDelaysMs: retryDelays.split(',').map((part) => {
      const parsed = parseDurationMs(part);
      if (parsed === undefined) wrong('WEBHOOK_RETRY_DELAYS', `holds "${part}", which is no duration`);
      return parsed ?? 0;
    }),
    timeoutMs: duration('WEBHOOK_TIMEOUT', '10s'),
    disableAfterMs:
      disableAfter === undefined || disableAfter === 'off'
        ? undefined
        : duration('WEBHOOK_DISABLE_AFTER', '', { maximumMs: 3_650 * dayMs }),
    scheduleChanged: retryDelays !== defaultRetryDelays,
  };
}
