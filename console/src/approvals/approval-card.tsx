import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Badge, Button, ErrorNote, Json } from '../ui/basics.tsx';

type Props = {
  id: string;
  tool: string;
  params: unknown;
  expiresAt: string;
  decision?: 'approve' | 'deny' | undefined;
  /** Who asks, and where. */
  children?: ReactNode;
};

/** The exact call that waits, and the two answers to it. */
export function ApprovalCard({ id, tool, params, expiresAt, decision: made, children }: Props) {
  const resolve = useMutation({
    mutationFn: (decision: 'approve' | 'deny') =>
      api.POST('/approvals/{id}/resolve', { params: { path: { id } }, body: { decision } }),
    // Also after a refusal: somebody else may have decided.
    onSettled: () => forget('/approvals', '/jobs', '/sessions', '/traces'),
  });
  const decision = made ?? (resolve.isSuccess ? resolve.variables : undefined);
  return (
    <section className="approval" aria-label={`Approval of ${tool}`}>
      {children}
      <p>
        <strong>{tool}</strong> asks to run with exactly these parameters:
      </p>
      <Json value={params} label="What it would be given" />
      {decision ? (
        <Badge tone={decision === 'approve' ? 'good' : 'bad'}>{decision === 'approve' ? 'approved' : 'denied'}</Badge>
      ) : (
        <div className="row">
          <Button look="primary" busy={resolve.isPending} onClick={() => resolve.mutate('approve')}>
            Approve
          </Button>
          <Button busy={resolve.isPending} onClick={() => resolve.mutate('deny')}>
            Deny
          </Button>
          <span className="dim">Denied by itself at {new Date(expiresAt).toLocaleTimeString()}</span>
        </div>
      )}
      <ErrorNote error={resolve.error} />
    </section>
  );
}
