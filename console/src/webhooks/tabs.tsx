import { Link } from '@tanstack/react-router';

const tabs = [
  { to: '/webhooks', label: 'Webhooks' },
  { to: '/webhooks/inspector', label: 'Inspector' },
  { to: '/webhooks/dead-letters', label: 'Dead letters' },
  { to: '/webhooks/test-mode', label: 'Test mode' },
] as const;

export const WebhookTabs = () => (
  <nav className="tabs" aria-label="Webhooks">
    {tabs.map(({ to, label }) => (
      <Link key={to} to={to} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
        {label}
      </Link>
    ))}
  </nav>
);
