import type { Provider } from '@client/api.ts';
import type { ReactNode } from 'react';
import { Badge } from '../ui/basics.tsx';
import { duration, money, number } from '../ui/format.tsx';
import type { Column } from '../ui/table.tsx';
import { Health } from './health.tsx';
import { type Kind, kinds } from './kinds.ts';

/** What connections of the workspace and of the operator have in common. */
type Shown = Pick<Provider, 'name' | 'pool' | 'weight' | 'health' | 'lastDay'> & {
  kind: string;
  baseUrl?: string | null;
};

function share(part: number, of: number): string {
  if (part === 0) return '';
  const percent = Math.round((part / of) * 100);
  return percent === 0 ? ' (<1%)' : ` (${percent}%)`;
}

export const connectionColumns = <Connection extends Shown>(
  more?: (connection: Connection) => ReactNode,
): Column<Connection>[] => [
  {
    head: 'Connection',
    kind: 'wrap',
    cell: ({ name, kind, pool, weight, baseUrl }) => (
      <>
        <strong>{name}</strong> {pool && <Badge>{`pool ${pool}, weight ${weight}`}</Badge>}
        <div className="dim wrap">
          {kinds[kind as Kind]?.label ?? kind}
          {baseUrl && ` · ${baseUrl}`}
        </div>
      </>
    ),
  },
  {
    head: 'State',
    kind: 'wrap',
    cell: (connection) => (
      <>
        <Health health={connection.health} />
        {more?.(connection)}
      </>
    ),
  },
];

type LastDay = NonNullable<Provider['lastDay']>;

/** Managers see them only. */
export const lastDayColumns = <Connection extends Shown>(): Column<Connection>[] => {
  const column = (head: string, show: (lastDay: LastDay) => string): Column<Connection> => ({
    head,
    kind: 'number',
    // Nothing to say of a connection that was not asked.
    cell: ({ lastDay }) => lastDay && lastDay.attempts > 0 && show(lastDay),
  });
  return [
    { head: 'Calls', kind: 'number', cell: ({ lastDay }) => lastDay && number(lastDay.attempts) },
    column('Errors', ({ failures, attempts }) => `${number(failures)}${share(failures, attempts)}`),
    column('Passed on', ({ fallbacks }) => number(fallbacks)),
    column('Average', ({ averageMs }) => (averageMs === null ? '–' : duration(averageMs))),
    column('Spent', ({ costUsd }) => money(costUsd)),
  ];
};
