import { createConnections } from '../features/connections/index.ts';
import type { Foundation } from './foundation.ts';
import type { Webhooks } from './webhooks.ts';

export type Connections = ReturnType<typeof composeConnections>;

/** Workspaces' own connections to providers of models. */
export const composeConnections = (foundation: Foundation, { publish }: Webhooks) =>
  createConnections({ ...foundation, publish });
