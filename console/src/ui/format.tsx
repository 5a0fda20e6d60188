import { useNow } from './now.ts';

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });
const steps: [number, Intl.RelativeTimeFormatUnit][] = [
  [60_000, 'second'],
  [3_600_000, 'minute'],
  [86_400_000, 'hour'],
  [604_800_000, 'day'],
];
const lengths = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function distance(from: number, now: number): string | undefined {
  const difference = from - now;
  if (Math.abs(difference) < 10_000) return relative.format(0, 'second');
  const unit = steps.find(([limit]) => Math.abs(difference) < limit)?.[1] as keyof typeof lengths | undefined;
  return unit && relative.format(Math.round(difference / lengths[unit]), unit);
}

export function Time({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at) return <span className="dim">never</span>;
  const exact = dateTime.format(new Date(at));
  const time = Date.parse(at);
  // What happened after the last tick is not in the future.
  const current = time > now ? Math.max(now, Date.now()) : now;
  return (
    <time dateTime={at} title={exact}>
      {distance(time, current) ?? exact}
    </time>
  );
}

const count = new Intl.NumberFormat();
export const number = (value: number) => count.format(value);
export const counted = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/** Large sums need cents, the cost of one turn needs millionths. */
export function money(usd: number): string {
  if (usd === 0) return '$0';
  const digits = Math.abs(usd) >= 1 ? 2 : Math.abs(usd) >= 0.01 ? 4 : 6;
  // At least two decimal places.
  return `$${usd.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

const sizes: [number, string][] = [
  [1_048_576, 'MiB'],
  [1_024, 'KiB'],
];
export function byteCount(bytes: number): string {
  const [size, unit] = sizes.find(([each]) => bytes >= each) ?? [1, 'bytes'];
  return `${(bytes / size).toLocaleString(undefined, { maximumFractionDigits: size > 1 && bytes / size < 10 ? 1 : 0 })} ${unit}`;
}
