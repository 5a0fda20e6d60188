const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');
const names: Record<string, string> = {
  ...Object.fromEntries(days.map((day, index) => [day.slice(0, 3).toLowerCase(), String(index)])),
  ...Object.fromEntries(months.map((month, index) => [month.slice(0, 3).toLowerCase(), String(index + 1)])),
};
const short: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** The values that a field allows, or undefined if it is not understood. */
function valuesOf(field: string, from: number, to: number): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of field.toLowerCase().split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [first = '', last] = range.split('-').map((text) => names[text] ?? text);
    const begin = first === '*' ? from : Number(first);
    const end = first === '*' ? to : last !== undefined ? Number(last) : part.includes('/') ? to : begin;
    if (![begin, end, Number(step)].every(Number.isInteger) || Number(step) < 1 || begin < from || end > to)
      return undefined;
    for (let value = begin; value <= end; value += Number(step)) values.add(value);
  }
  return values;
}

type Fields = {
  minutes: Set<number>;
  hours: Set<number>;
  dates: Set<number>;
  months: Set<number>;
  weekdays: Set<number>;
};
type Read = Fields & { texts: string[] };

function read(cron: string): Read | undefined {
  const texts = (short[cron.trim()] ?? cron).trim().split(/\s+/);
  // With six fields the first are the seconds.
  const [minute = '', hour = '', date = '', month = '', weekday = ''] = texts.length === 6 ? texts.slice(1) : texts;
  if (texts.length < 5 || texts.length > 6) return undefined;
  const found = {
    minutes: valuesOf(minute, 0, 59),
    hours: valuesOf(hour, 0, 23),
    dates: valuesOf(date, 1, 31),
    months: valuesOf(month, 1, 12),
    weekdays: valuesOf(weekday, 0, 7),
  };
  if (Object.values(found).some((values) => values === undefined)) return undefined;
  if (found.weekdays?.has(7)) found.weekdays.add(0);
  return { ...(found as Fields), texts: [minute, hour, date, month, weekday] };
}

const two = (value: number) => String(value).padStart(2, '0');
const listed = (words: string[]) => new Intl.ListFormat('en').format(words);

/** "at 09:00 on Monday to Friday"; undefined if the schedule is not understood. */
export function cronInWords(cron: string): string | undefined {
  const found = read(cron);
  if (!found) return undefined;
  const [minute = '', hour = '', date = '', month = '', weekday = ''] = found.texts;
  const times =
    minute === '*' && hour === '*'
      ? 'every minute'
      : minute.startsWith('*/') && hour === '*'
        ? `every ${minute.slice(2)} minutes`
        : hour === '*'
          ? `at minute ${listed([...found.minutes].map(String))} of every hour`
          : found.minutes.size * found.hours.size <= 6
            ? `at ${listed([...found.hours].flatMap((each) => [...found.minutes].map((after) => `${two(each)}:${two(after)}`)))}`
            : `at minute ${minute} of hours ${hour}`;
  const weekdays = [...found.weekdays].filter((day) => day < 7);
  const isWorkweek = weekdays.length === 5 && [1, 2, 3, 4, 5].every((day) => weekdays.includes(day));
  const parts = [
    weekday !== '*' && `on ${isWorkweek ? 'Monday to Friday' : listed(weekdays.map((day) => days[day] ?? ''))}`,
    date !== '*' && `on day ${listed([...found.dates].map(String))} of the month`,
    month !== '*' && `in ${listed([...found.months].map((each) => months[each - 1] ?? ''))}`,
  ];
  return [times, ...parts.filter(Boolean)].join(' ');
}

const minuteMs = 60_000;
const twoYears = 2 * 366 * 24 * 60;

/** The next times, as the wall clock of the zone shows them. Empty if there are none within two years. */
export function nextTimes(cron: string, timeZone: string, count = 5, from = Date.now()): Date[] {
  const found = read(cron);
  if (!found) return [];
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...({
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        weekday: 'short',
      } as const),
    });
  } catch {
    return [];
  }
  const [, , date = '', , weekday = ''] = found.texts;
  const times: Date[] = [];
  let time = Math.floor(from / minuteMs + 1) * minuteMs;
  for (let step = 0; step < twoYears && times.length < count; step++) {
    const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
    const [day, hour, minute] = [Number(parts.day), Number(parts.hour), Number(parts.minute)];
    const byDate = found.dates.has(day);
    const byDay = found.weekdays.has(Number(names[(parts.weekday ?? '').toLowerCase()]));
    // As cron does: with both given, either will do.
    const isDay = date !== '*' && weekday !== '*' ? byDate || byDay : byDate && byDay;
    const fits = isDay && found.months.has(Number(parts.month));
    if (fits && found.hours.has(hour) && found.minutes.has(minute)) times.push(new Date(time));
    // A day or an hour that does not fit is left at once; its last hours singly, because clocks may be changed in them.
    const toNextHour = 60 - minute;
    const toEvening = Math.max(toNextHour, (22 - hour) * 60 - minute);
    time += (!fits ? toEvening : found.hours.has(hour) ? 1 : toNextHour) * minuteMs;
  }
  return times;
}
