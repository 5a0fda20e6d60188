import type { Approval } from '@client/api.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { pages, useAgentName } from '../api/queries.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { Badge, Empty, Json, PageHead } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { Tabs } from '../ui/tabs.tsx';

const parts = [
  { name: 'pending', label: 'Waiting' },
  { name: 'approved', label: 'Approved' },
  { name: 'denied', label: 'Denied' },
  { name: 'expired', label: 'Expired' },
] as const;

const nothing: Record<Approval['status'], string> = {
  pending: 'Nothing waits for you',
  approved: 'Nothing was approved yet',
  denied: 'Nothing was denied yet',
  expired: 'Nothing has expired',
};

function Where({ approval: { agentId, runId, sessionId, createdAt } }: { approval: Approval }) {
  const nameOf = useAgentName();
  return (
    <p className="meta">
      {nameOf(agentId)} · asked <Time at={createdAt} /> ·{' '}
      <Link to="/chat" search={{ session: sessionId }}>
        conversation
      </Link>{' '}
      ·{' '}
      <Link to="/runs/$id" params={{ id: runId }}>
        run
      </Link>
    </p>
  );
}

function Decided({ approval }: { approval: Approval }) {
  const { tool, params, status, reason, resolvedAt } = approval;
  return (
    <div className="card stack">
      <div className="row">
        <strong>{tool}</strong> <Badge>{status}</Badge>
        {resolvedAt && (
          <span className="dim">
            <Time at={resolvedAt} />
          </span>
        )}
      </div>
      <Where approval={approval} />
      {reason && <p className="wrap">{reason}</p>}
      <details>
        <summary>The call</summary>
        <Json value={params} label={`What ${tool} was to be given`} />
      </details>
    </div>
  );
}

export function ApprovalsPage() {
  const { status = 'pending' } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const chosen = parts.find(({ name }) => name === status)?.name ?? 'pending';
  return (
    <>
      <PageHead
        title="Approvals"
        lead="What agents may do only if you say so. Each shows the exact call; nothing runs before you decide."
      />
      <Tabs
        label="State"
        tabs={parts}
        chosen={chosen}
        onChoose={(name) => void navigate({ search: name === 'pending' ? {} : { status: name }, replace: true })}
      >
        <Listing
          query={pages('/approvals', { query: { status: chosen } })}
          {...(chosen === 'pending' ? { refetchMs: 15_000 } : {})}
          empty={
            <Empty title={nothing[chosen]}>
              <p>Choose “asks first” for a tool of an agent, and its calls wait here.</p>
              <Link to="/agents" className="button">
                Agents
              </Link>
            </Empty>
          }
        >
          {(approvals) => (
            <ul className="cards single narrow">
              {approvals.map((approval) => (
                <li key={approval.id}>
                  {chosen === 'pending' ? (
                    <ApprovalCard {...approval}>
                      <Where approval={approval} />
                    </ApprovalCard>
                  ) : (
                    <Decided approval={approval} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Listing>
      </Tabs>
    </>
  );
}
