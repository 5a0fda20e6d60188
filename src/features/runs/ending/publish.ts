import type { Transaction } from '../../../platform/db/database.ts';

/** Stores an event for webhooks in the caller's transaction. */
export type Publish = (
  tx: Transaction,
  source: { workspaceId: string; userId: string },
  type: 'agent.completed' | 'agent.failed' | 'tool.executed' | 'approval.requested',
  data: object,
  now: number,
) => Promise<void>;
