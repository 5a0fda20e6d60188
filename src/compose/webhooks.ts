import type { Config } from '../config.ts';
import { createWebhooks } from '../features/webhooks/index.ts';
import { createEgress } from '../platform/egress/egress.ts';
import type { Foundation } from './foundation.ts';

export type Webhooks = ReturnType<typeof composeWebhooks>;

/** How others are told of what happens here. */
export const composeWebhooks = (config: Config, foundation: Foundation) =>
  createWebhooks({
    ...foundation,
    // Endpoints of many workspaces may share an origin, and the delivery worker limits what is under way itself.
    egress: createEgress({ policy: config.egressPolicy, connections: 1_000 }),
    settings: config.webhooks,
    drainTimeoutMs: foundation.drainTimeoutMs,
  });
