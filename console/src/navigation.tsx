/** The pages, in the order of the side bar; the first of a group stands a little apart from the one before. */
export const navigation = [
  { to: '/chat', label: 'Chat', icon: 'M4 5h16v11H9l-5 4z', isFirst: false },
  { to: '/approvals', label: 'Approvals', icon: 'M5 4h14v16H5zM8.5 12l2.5 2.5 4.5-5', isFirst: false },
  { to: '/agents', label: 'Agents', icon: 'M12 3v3M6 8h12v10H6zM9.5 12v2M14.5 12v2M3 12v3M21 12v3', isFirst: true },
  { to: '/tools', label: 'Tools', icon: 'M14 6a4 4 0 0 0 5 5l-8 8a2.5 2.5 0 0 1-4-4l8-8M14 6l3-3', isFirst: false },
  { to: '/models', label: 'Models', icon: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9', isFirst: false },
  { to: '/knowledge', label: 'Knowledge', icon: 'M4 5h6l2 2 2-2h6v14h-6l-2 2-2-2H4zM12 7v14', isFirst: false },
  { to: '/memory', label: 'Memory', icon: 'M12 4 4 8l8 4 8-4zM4 12l8 4 8-4M4 16l8 4 8-4', isFirst: false },
  { to: '/sessions', label: 'Sessions', icon: 'M4 6h16M4 12h16M4 18h10', isFirst: true },
  { to: '/runs', label: 'Runs', icon: 'M4 6h7M8 12h9M13 18h7', isFirst: false },
  { to: '/costs', label: 'Costs', icon: 'M4 20h16M7 20v-7M12 20V6M17 20v-10', isFirst: false },
  { to: '/channels', label: 'Channels', icon: 'M5 9h14M5 15h14M10 4 8 20M16 4l-2 16', isFirst: true },
  { to: '/webhooks', label: 'Webhooks', icon: 'M5 12h10M11 7l5 5-5 5M19 5v14', isFirst: false },
  { to: '/schedules', label: 'Schedules', icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2', isFirst: false },
  {
    to: '/swarms',
    label: 'Swarms',
    icon: 'M12 4v4M12 16v4M4 12h4M16 12h4M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
    isFirst: false,
  },
  {
    to: '/workspace',
    label: 'Workspace',
    icon: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 6M18 14c2 1 4 3 4 6',
    isFirst: true,
  },
  { to: '/diagnostics', label: 'Diagnostics', icon: 'M3 12h4l3-7 4 14 3-7h4', isFirst: false },
  { to: '/operators', label: 'Operators', icon: 'M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4', isFirst: false },
  { to: '/reference', label: 'API', icon: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14', isFirst: false },
] as const;

export const account = { to: '/account', label: 'Account' } as const;

/** Pages that mails lead to: they need no sign-in. */
export const openPages: readonly string[] = ['/reset-password', '/verify-email', '/invitation'];

export const Icon = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={path} />
  </svg>
);
