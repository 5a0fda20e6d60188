import { dayMs, utcDay } from '../../kernel/clock.ts';

/** Days and months are UTC. */
export const monthOf = (timeMs: number): string => utcDay(timeMs).slice(0, 7);
export const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayMs;
export const daysBefore = (day: string, days: number): string => utcDay(Date.parse(day) - days * dayMs);

/** As texts, which sort like days. The 31st does no harm in a shorter month. */
export const daysOfMonth = (month: string) => ({ first: `${month}-01`, last: `${month}-31` });

export function startOfNextMonth(timeMs: number): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The day of `2026-11-15` or of any ISO time; undefined for what is neither, the 30th of February included. */
export function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,}(Z|[+-]\d{2}:?\d{2})?)?$/i.test(text)) return undefined;
  const named = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  // JavaScript turns the 30th of February into the 2nd of March.
  if (Number.isNaN(named) || utcDay(named) !== text.slice(0, 10)) return undefined;
  const time = Date.parse(text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : utcDay(time);
}
