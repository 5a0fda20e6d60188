import { useEffect, useId, useRef, useState } from 'react';

type Point = { label: string; value: number };
type Show = (value: number) => string;

const height = 216;
const left = 56;
const above = 12;
const bottom = 26;
const right = 20;
/** What the name of a day takes, with some room. */
const labelWidth = 64;

/** The drawing is as wide as its place, so that its words keep their size. */
function useWidth() {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

const dayName = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The next round number above, for the top of the scale; its half is round too. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

const compact = new Intl.NumberFormat(undefined, { notation: 'compact' });
/** The labels of the scale have room for four or five characters. */
const marked = (show: Show, value: number) =>
  value < 10_000 ? show(value) : `${show(0).replace(/\d+/, '')}${compact.format(value)}`;

/** Bars over time. A table has the same figures for screen readers. */
export function BarChart({ points, show, title }: { points: Point[]; show: Show; title: string }) {
  const id = useId();
  const { element, width } = useWidth();
  const isEmpty = points.every(({ value }) => value === 0);
  const top = roundUp(Math.max(...points.map(({ value }) => value), 0));
  const step = (width - left - right) / Math.max(points.length, 1);
  const y = (value: number) => (height - bottom) * (1 - value / top) + above * (value / top);
  const every = Math.ceil(labelWidth / step);
  return (
    <figure className="chart" ref={element}>
      {isEmpty && <p className="dim">Nothing yet.</p>}
      {!isEmpty && (
        <>
          <svg width={width} height={height} role="img" aria-labelledby={id}>
            <title id={id}>{title}</title>
            {[0, 0.5, 1].map((part) => (
              <g key={part}>
                <line className="grid" x1={left} x2={width - right} y1={y(top * part)} y2={y(top * part)} />
                <text x={left - 8} y={y(top * part) + 4} textAnchor="end">
                  {marked(show, top * part)}
                </text>
              </g>
            ))}
            {points.map(({ label, value }, index) => (
              <g key={label}>
                <rect
                  className="bar"
                  x={left + index * step + step * 0.14}
                  width={step * 0.72}
                  y={y(value)}
                  height={Math.max(0, height - bottom - y(value))}
                  rx={Math.min(3, step * 0.2)}
                >
                  <title>{`${label}: ${show(value)}`}</title>
                </rect>
                {(points.length - 1 - index) % every === 0 && (
                  <text x={left + index * step + step / 2} y={height - 5} textAnchor="middle">
                    {dayName.format(new Date(label))}
                  </text>
                )}
              </g>
            ))}
          </svg>
          <table className="visually-hidden">
            <caption>{title}</caption>
            <tbody>
              {points.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{show(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </figure>
  );
}

export function ShareBars({ points, show }: { points: (Point & { key: string; note?: string })[]; show: Show }) {
  const most = Math.max(...points.map(({ value }) => value), 0) || 1;
  if (points.length === 0) return <p className="dim">Nothing yet.</p>;
  return (
    <ul className="shares">
      {points
        .toSorted((one, other) => other.value - one.value)
        .map(({ key, label, value, note }) => (
          <li key={key}>
            <div className="share-head">
              <span className="wrap">{label}</span>
              <span>{show(value)}</span>
            </div>
            <div className="share-track">
              <div style={{ width: `${(value / most) * 100}%` }} />
            </div>
            {note && <small className="dim">{note}</small>}
          </li>
        ))}
    </ul>
  );
}

type GaugeProps = {
  value: number;
  of: number;
  label: string /** Work that is done: the fuller, the better. */;
  isProgress?: boolean;
};

export function Gauge({ value, of, label, isProgress = false }: GaugeProps) {
  const part = of > 0 ? Math.min(1, value / of) : 1;
  const tone = isProgress ? 'good' : part >= 1 ? 'bad' : part >= 0.8 ? 'warn' : 'good';
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> looks different in every browser, and ignores the theme.
    <div
      className={`gauge ${tone}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(value, of)}
    >
      <div style={{ width: `${part * 100}%` }} />
    </div>
  );
}

export const Figure = ({ value, label }: { value: string; label: string }) => (
  <div className="figure">
    <strong>{value}</strong>
    <span>{label}</span>
  </div>
);
