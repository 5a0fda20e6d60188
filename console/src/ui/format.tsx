const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const steps: [number, Intl.RelativeTimeFormatUnit][] = [
  [60_000, 'second'],
  [3_600_000, 'minute'],
  [86_400_000, 'hour'],
  [604_800_000, 'day'],
];
const lengths = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function distance(from: number): string | undefined {
  const difference = from - Date.now();
  const unit = steps.find(([limit]) => Math.abs(difference) < limit)?.[1] as keyof typeof lengths | undefined;
  return unit && relative.format(Math.round(difference / lengths[unit]), unit);
}

export function Time({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="dim">never</span>;
  const exact = dateTime.format(new Date(at));
  return (
    <time dateTime={at} title={exact}>
      {distance(Date.parse(at)) ?? exact}
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
