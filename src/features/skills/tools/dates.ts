import { dayMs } from '../../../kernel/clock.ts';
import { ToolError } from '../../../kernel/tool-error.ts';
import type { SharedTool } from '../../tools/index.ts';

const source = 'skill:dates';
const cacheMs = 3_600_000;
const furthest = 8_640_000_000_000_000;

const dateOrTime = {
  type: 'string',
  maxLength: 40,
  description: 'A day such as 2026-02-28, or a time such as 2026-02-28T09:30:00Z; times without a zone are UTC.',
};
const amount = { type: 'integer', minimum: -100_000, maximum: 100_000 };

type Moment = { at: Date; isDay: boolean };

/** Strict: `Date` alone would read 2026-02-31 as 3 March. */
function read(text: string): Moment {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text.trim(),
  );
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match ?? [];
  const isDay = hour === undefined;
  const at = new Date(
    isDay ? `${year}-${month}-${day}T00:00:00Z` : `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`,
  );
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (!match || Number.isNaN(at.getTime()) || Number(day) < 1 || Number(day) > last)
    throw new ToolError(`"${text}" is not a date such as 2026-02-28 or a time such as 2026-02-28T09:30:00Z.`);
  return { at, isDay };
}

const written = (at: Date, asDay: boolean): string => (asDay ? at.toISOString().slice(0, 10) : at.toISOString());
const weekday = (at: Date): string => at.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

/** A month after the 31st of January is the last day of February. */
function addMonths(from: Date, months: number): Date {
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const at = new Date(from);
  at.setUTCFullYear(year, month, Math.min(from.getUTCDate(), last));
  return at;
}

export const dateAddTool: SharedTool = {
  name: 'date_add',
  description: 'Adds years, months, weeks, days, hours or minutes to a date, or takes them away when negative.',
  source,
  parameters: {
    type: 'object',
    properties: {
      date: dateOrTime,
      years: { ...amount, minimum: -9_000, maximum: 9_000 },
      months: amount,
      weeks: amount,
      days: { ...amount, minimum: -4_000_000, maximum: 4_000_000 },
      hours: amount,
      minutes: { ...amount, minimum: -10_000_000, maximum: 10_000_000 },
    },
    required: ['date'],
    additionalProperties: false,
  },
  timeoutMs: 1_000,
  external: false,
  cacheMs,
  async execute(params) {
    const given = params as Record<string, number | undefined>;
    const { at, isDay } = read(String(params.date));
    const moved = addMonths(at, (given.years ?? 0) * 12 + (given.months ?? 0)).getTime();
    const days = (given.weeks ?? 0) * 7 + (given.days ?? 0);
    const result = moved + days * dayMs + (given.hours ?? 0) * 3_600_000 + (given.minutes ?? 0) * 60_000;
    const found = new Date(result);
    if (Math.abs(result) > furthest || found.getUTCFullYear() < 1 || found.getUTCFullYear() > 9_999)
      throw new ToolError('The result lies outside of the years 1 to 9999.');
    return { date: written(found, isDay && !given.hours && !given.minutes), weekday: weekday(found) };
  },
};

/** Full years, months and days from one day to a later one, as people count them. */
function calendarDifference(from: Date, to: Date) {
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (addMonths(from, months) > to) months -= 1;
  const days = Math.floor((to.getTime() - addMonths(from, months).getTime()) / dayMs);
  return { years: Math.floor(months / 12), months: months % 12, days };
}

export const dateDifferenceTool: SharedTool = {
  name: 'date_difference',
  description:
    'The time between two dates: in days, weeks, hours, working days (Monday to Friday), and as years, months and days.',
  source,
  parameters: {
    type: 'object',
    properties: { from: dateOrTime, to: dateOrTime },
    required: ['from', 'to'],
    additionalProperties: false,
  },
  timeoutMs: 1_000,
  external: false,
  cacheMs,
  async execute(params) {
    const from = read(String(params.from)).at;
    const to = read(String(params.to)).at;
    const milliseconds = to.getTime() - from.getTime();
    const [earlier, later] = milliseconds < 0 ? [to, from] : [from, to];
    const wholeDays = Math.floor(Math.abs(milliseconds) / dayMs);
    const first = earlier.getUTCDay();
    let workingDays = Math.floor(wholeDays / 7) * 5;
    for (let step = 0; step < wholeDays % 7; step += 1)
      if ((first + step) % 7 !== 0 && (first + step) % 7 !== 6) workingDays += 1;
    return {
      days: milliseconds / dayMs,
      weeks: milliseconds / (7 * dayMs),
      hours: milliseconds / 3_600_000,
      seconds: milliseconds / 1_000,
      isBefore: milliseconds > 0,
      calendar: calendarDifference(earlier, later),
      // The first day counts, the last does not.
      workingDays,
      fromWeekday: weekday(from),
      toWeekday: weekday(to),
    };
  },
};
