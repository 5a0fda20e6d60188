import type { Clock } from '../../../kernel/clock.ts';
import { ToolError } from '../../../kernel/tool-error.ts';
import type { SharedTool } from '../tool.ts';

function formatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
  } catch {
    throw new ToolError(`There is no time zone "${timeZone}". Use a name such as Europe/Vienna or UTC.`);
  }
}

export function createCurrentTimeTool(clock: Clock): SharedTool {
  return {
    name: 'current_time',
    description: 'The current date, time and weekday, in UTC or in a given time zone.',
    source: 'builtin',
    parameters: {
      type: 'object',
      properties: {
        timezone: { type: 'string', maxLength: 64, description: 'IANA name, such as Europe/Vienna. UTC unless given.' },
      },
      additionalProperties: false,
    },
    timeoutMs: 1_000,
    external: false,
    async execute({ timezone = 'UTC' }) {
      const now = clock.now();
      const parts = formatter(String(timezone)).formatToParts(now);
      const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
      return {
        iso: new Date(now).toISOString(),
        timezone: String(timezone),
        date: `${part('year')}-${part('month')}-${part('day')}`,
        time: `${part('hour')}:${part('minute')}:${part('second')}`,
        weekday: part('weekday'),
        offset: part('timeZoneName').replace('GMT', '') || '+00:00',
        unixSeconds: Math.floor(now / 1_000),
      };
    },
  };
}
