import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { queries } from '../api/queries.ts';
import { Badge } from '../ui/basics.tsx';
import { useChosenInView } from '../ui/tabs.tsx';

export const testModeQuery = queries.queryOptions('get', '/webhooks/test-mode');

const tabs = [
  { to: '/webhooks', label: 'Webhooks' },
  { to: '/webhooks/inspector', label: 'Inspector' },
  { to: '/webhooks/dead-letters', label: 'Dead letters' },
  { to: '/webhooks/test-mode', label: 'Test mode' },
] as const;

export function WebhookTabs() {
  const { data: mode } = useQuery(testModeQuery);
  const list = useRef<HTMLElement>(null);
  useChosenInView(list, useLocation().pathname);
  return (
    <nav className="tabs" aria-label="Webhooks" ref={list}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          {label} {mode?.enabled && to === '/webhooks/test-mode' && <Badge tone="warn">on</Badge>}
        </Link>
      ))}
    </nav>
  );
}
