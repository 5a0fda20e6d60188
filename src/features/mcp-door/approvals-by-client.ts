import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authentication.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ApprovalService } from '../approvals/index.ts';
import type { Asked, Started } from './agent-calls.ts';
import { mayUse } from './rights.ts';

const longestShown = 2_000;

/** The call that a person is asked about. Accepting it without any field is the approval. */
export function formOf({ tool, params, expiresAt }: Asked) {
  const text = JSON.stringify(params);
  const shown = text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
  const message = `The agent asks to use ${tool} with ${shown}. Accept to allow this one call, decline to deny it. It waits until ${expiresAt}.`;
  return { message, requestedSchema: { type: 'object' as const, properties: {} } };
}

/** For clients that cannot ask, and keys that may not decide: who must approve, and where. */
export function whereToApprove(
  { runId, sessionId, agentId }: Started,
  asked: readonly Asked[],
  baseUrl: string,
): CallToolResult {
  const what = asked.map(({ requestId, tool, expiresAt }) => `${tool} (${requestId}, until ${expiresAt})`).join(', ');
  const how = asked.map(({ requestId }) => `POST ${baseUrl}/approvals/${requestId}/resolve`).join(', ');
  const text =
    `The agent has not answered yet: it waits for approval to use ${what}. ` +
    `The person whose credentials were sent must approve it, or an owner or admin of the workspace: in the console at ${baseUrl}/console, or with ${how}. ` +
    `The answer is then at ${baseUrl}/jobs/${runId}.`;
  return {
    content: [{ type: 'text', text }],
    _meta: {
      'agent-gateway/status': 'awaiting_approval',
      'agent-gateway/approvals': asked.map(({ requestId }) => requestId),
      'agent-gateway/runId': runId,
      'agent-gateway/sessionId': sessionId,
      'agent-gateway/agentId': agentId,
    },
  };
}

/** Makes a decision from what a client's form came back with. False if the person closed the form without one. */
export const createDecisions =
  (approvals: Pick<ApprovalService, 'get' | 'resolve'>) =>
  async (caller: Caller, approvalId: string, answer: unknown, runId?: string): Promise<boolean> => {
    const approval = await approvals.get(caller, approvalId);
    if (runId !== undefined && approval.runId !== runId)
      throw new AppError('not_found', `Approval ${approvalId} was not found.`);
    if (!mayUse(caller, 'approvals')) throw new AppError('insufficient_scope', 'This key lacks the scope "approvals".');
    const action = (answer as { action?: unknown } | undefined)?.action;
    if (action !== 'accept' && action !== 'decline') return false;
    // Somebody else may have decided in the meantime; their decision holds.
    if (approval.status === 'pending')
      await approvals.resolve(caller, approvalId, action === 'accept' ? 'approve' : 'deny', null).catch((error) => {
        if (!(error instanceof AppError && error.code === 'already_resolved')) throw error;
      });
    return true;
  };

export type Decide = ReturnType<typeof createDecisions>;
