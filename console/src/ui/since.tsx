const hour = 3_600_000;
const periods = [
  ['1h', 'Last hour', hour],
  ['1d', 'Last 24 hours', 24 * hour],
  ['7d', 'Last 7 days', 7 * 24 * hour],
  ['30d', 'Last 30 days', 30 * 24 * hour],
] as const;

/** When the chosen period began; undefined for any time. */
export function beginOf(since: string | undefined): number | undefined {
  const period = periods.find(([key]) => key === since);
  return period && Date.now() - period[2];
}

type Props = { value: string | undefined; onChange(since: string): void; label?: string };

/** Lists come newest first, so those of a period are the first ones of a list. */
export const SinceFilter = ({ value, onChange, label = 'Time' }: Props) => (
  <select aria-label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
    <option value="">Any time</option>
    {periods.map(([key, words]) => (
      <option key={key} value={key}>
        {words}
      </option>
    ))}
  </select>
);
