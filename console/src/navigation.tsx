/** The pages, in the order of the side bar. */
export const navigation = [
  { to: '/chat', label: 'Chat', icon: 'M4 5h16v11H9l-5 4z' },
  { to: '/agents', label: 'Agents', icon: 'M12 3v3M6 8h12v10H6zM9.5 12v2M14.5 12v2M3 12v3M21 12v3' },
  { to: '/sessions', label: 'Sessions', icon: 'M4 6h16M4 12h16M4 18h10' },
  { to: '/runs', label: 'Runs', icon: 'M4 6h7M8 12h9M13 18h7' },
  { to: '/memory', label: 'Memory', icon: 'M12 4 4 8l8 4 8-4zM4 12l8 4 8-4M4 16l8 4 8-4' },
  { to: '/webhooks', label: 'Webhooks', icon: 'M5 12h10M11 7l5 5-5 5M19 5v14' },
  { to: '/schedules', label: 'Schedules', icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2' },
  { to: '/costs', label: 'Costs', icon: 'M4 20h16M7 20v-7M12 20V6M17 20v-10' },
  {
    to: '/workspace',
    label: 'Workspace',
    icon: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 6M18 14c2 1 4 3 4 6',
  },
  { to: '/diagnostics', label: 'Diagnostics', icon: 'M3 12h4l3-7 4 14 3-7h4' },
  { to: '/reference', label: 'API', icon: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14' },
] as const;

export const account = { to: '/account', label: 'Account' } as const;

/** Pages that mails lead to: they need no sign-in. */
export const openPages: readonly string[] = ['/reset-password', '/verify-email', '/invitation'];

export const Icon = ({ path }: { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={path} />
  </svg>
);
