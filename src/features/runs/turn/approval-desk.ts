import type { Transaction } from '../../../platform/db/database.ts';

type NewApproval = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  workspaceId: string;
  userId: string;
  toolCallId: string;
  tool: string;
  /** The digest of the definition that is shown to the person who decides. */
  toolDigest: string;
  params: string;
  expiresAt: number;
};
export type ApprovalDecision = {
  id: string;
  status: 'pending' | 'approved' | 'denied' | 'expired';
  reason: string | null;
  /** What was shown to the person who decided. */
  params: string;
  toolDigest: string | null;
  askedAt: number;
  decidedAt: number | null;
};

/** What runs need of approvals. */
export type ApprovalDesk = {
  lifetimeMs: number;
  ask(tx: Transaction, approval: NewApproval): Promise<void>;
  decisions(runId: string): Promise<Map<string, ApprovalDecision>>;
  /** Expires the open requests of an ended run. */
  expire(tx: Transaction, runId: string, now: number): Promise<void>;
};
