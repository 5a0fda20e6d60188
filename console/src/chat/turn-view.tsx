import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, memo } from 'react';
import { api } from '../api/client.ts';
import { isTier, tierLabels } from '../memory/tiers.ts';
import { Badge, Button, ErrorNote, Json } from '../ui/basics.tsx';
import { duration, money, number } from '../ui/format.tsx';
import { Markdown } from './markdown.tsx';
import type { ApprovalPart, ToolPart, Turn } from './turn.ts';

const outcomeTones = { done: 'good', failed: 'bad', waiting: 'warn', running: 'busy' };

/** Links to the memory that an agent wrote. */
function Kept({ result }: { result: unknown }) {
  const tier = (result as { tier?: unknown } | null | undefined)?.tier;
  if (!isTier(tier)) return null;
  return (
    <p className="dim">
      Remembered. It is in{' '}
      <Link to="/memory" search={{ tier }}>
        Memory, under {tierLabels[tier]}
      </Link>
      .
    </p>
  );
}

function ToolCall({ part, waiting }: { part: ToolPart; waiting: boolean }) {
  const outcome = part.done ? (part.isError ? 'failed' : 'done') : waiting ? 'waiting' : 'running';
  return (
    <details className="tool-call">
      <summary>
        <span className="tool-name">{part.tool}</span>
        <Badge tone={outcomeTones[outcome]}>{outcome}</Badge>
        {part.durationMs !== undefined && <span className="dim">{duration(part.durationMs)}</span>}
      </summary>
      <h4>Given</h4>
      <Json value={part.params} label={`What ${part.tool} was given`} />
      {part.done && (
        <>
          <h4>Answered</h4>
          <Json value={part.result ?? null} label={`What ${part.tool} answered`} />
        </>
      )}
    </details>
  );
}

function Approval({ part }: { part: ApprovalPart }) {
  const resolve = useMutation({
    mutationFn: (decision: 'approve' | 'deny') =>
      api.POST('/approvals/{id}/resolve', { params: { path: { id: part.requestId } }, body: { decision } }),
  });
  const decision = part.decision ?? (resolve.isSuccess ? resolve.variables : undefined);
  return (
    <section className="approval" aria-label="Approval">
      <p>
        <strong>{part.tool}</strong> asks to run with exactly these parameters:
      </p>
      <Json value={part.params} label="What it would be given" />
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
          <span className="dim">Denied by itself at {new Date(part.expiresAt).toLocaleTimeString()}</span>
        </div>
      )}
      <ErrorNote error={resolve.error} />
    </section>
  );
}

const notes: Partial<Record<Turn['state'], string>> = {
  sending: 'Sending …',
  queued: 'Waiting for the turn before it …',
  lost: 'Connection lost. Picking up where it stopped …',
};

const reasons: Record<string, string> = {
  cancelled: 'stopped',
  max_steps: 'step limit reached',
  max_tokens: 'length limit reached',
  timeout: 'timed out',
};

function Totals({ totals, runId }: { totals: NonNullable<Turn['totals']>; runId: string | undefined }) {
  return (
    <p className="totals">
      {number(totals.promptTokens)} + {number(totals.completionTokens)} tokens · {money(totals.costUsd)} ·{' '}
      {duration(totals.durationMs)}
      {totals.stopReason && reasons[totals.stopReason] ? ` · ${reasons[totals.stopReason]}` : ''}
      {runId && (
        <>
          {' · '}
          <Link to="/runs/$id" params={{ id: runId }}>
            trace
          </Link>
        </>
      )}
    </p>
  );
}

export const TurnView = memo(({ turn, agentName }: { turn: Turn; agentName: string }) => {
  if (turn.remark !== undefined) return <p className="remark">{turn.remark}</p>;
  const isBusy = ['sending', 'running', 'queued', 'lost'].includes(turn.state);
  return (
    <article className="turn">
      {turn.question !== undefined && (
        <div className="question">
          <span className="visually-hidden">You: </span>
          {turn.question}
        </div>
      )}
      <div className="answer" aria-busy={isBusy}>
        <h3 className="who">{agentName}</h3>
        {turn.parts.map((part, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end.
          if (part.kind === 'text') return <Markdown key={index} text={part.text} />;
          if (part.kind === 'tool')
            return (
              <Fragment key={part.id}>
                <ToolCall part={part} waiting={turn.state === 'waiting'} />
                {part.tool === 'memory_write' && !part.isError && <Kept result={part.result} />}
              </Fragment>
            );
          return <Approval key={part.requestId} part={part} />;
        })}
        {turn.state === 'running' && turn.parts.length === 0 && <p className="dim">Thinking …</p>}
        {notes[turn.state] && (
          <p className="dim" role="status">
            {notes[turn.state]}
          </p>
        )}
        {turn.agentChanged && <p className="dim">The agent was changed since your last message.</p>}
        {turn.error && <ErrorNote error={turn.error} />}
        {turn.totals && <Totals totals={turn.totals} runId={turn.runId} />}
      </div>
    </article>
  );
});
