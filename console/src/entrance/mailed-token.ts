import { useState } from 'react';

/** The token of a mail's link. It is in the fragment, which no server sees, and leaves the address bar at once. */
export function useMailedToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined);
  if (token && location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
