import type { Key } from '@client/api.ts';
import { counted, money, Time } from '../ui/format.tsx';
import type { Column } from '../ui/table.tsx';

const limitsOf = ({ agents, models, monthlyBudgetUsd, requestsPerMinute }: Key): string =>
  [
    agents && counted(agents.length, 'agent'),
    models && counted(models.length, 'model'),
    monthlyBudgetUsd !== null && `${money(monthlyBudgetUsd)} a month`,
    requestsPerMinute !== null && `${counted(requestsPerMinute, 'request')} a minute`,
  ]
    .filter(Boolean)
    .join(', ');

export const keyColumns: Column<Key>[] = [
  { head: 'Name', kind: 'wrap', cell: ({ name }) => name },
  { head: 'Begins with', cell: ({ prefix }) => <code>{prefix}…</code> },
  { head: 'May do', kind: 'wrap', cell: ({ scopes }) => scopes?.join(', ') ?? 'everything' },
  { head: 'Limits', kind: 'wrap', cell: (key) => limitsOf(key) || <span className="dim">none</span> },
  {
    head: 'Last used',
    cell: ({ lastUsedAt, lastUsedIp }) => (
      <span title={lastUsedIp ?? ''}>
        <Time at={lastUsedAt} />
      </span>
    ),
  },
  { head: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];
