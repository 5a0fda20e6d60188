import type { Config } from '../config.ts';
import { createWebhooks } from '../features/webhooks/index.ts';
import { createEgress } from '../platform/egress/egress.ts';
import type { Foundation } from './foundation.ts';

export type Webhooks = ReturnType<typeof composeWebhooks>;

/** Webhooks. */
export const composeWebhooks = (config: Config, foundation: Foundation) =>
  createWebhooks({
    ...foundation,
    // Endpoints of many workspaces may share an origin, and the delivery worker itself limits deliveries under way.
    egress: createEgress({ policy: config.egressPolicy, connections: 1_000 }),
    poolSize: config.database.poolSize,
    settings: config.webhooks,
    drainTimeoutMs: foundation.drainTimeoutMs,
  });
