import { Link } from '@tanstack/react-router';
import { Fragment, memo } from 'react';
import { AgentIcon } from '../agents/agent-icon.tsx';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { HeldFiles } from '../files/held-files.tsx';
import { isTier, tierLabels } from '../memory/tiers.ts';
import { Badge, Button, ErrorNote, Json } from '../ui/basics.tsx';
import { duration, money, number } from '../ui/format.tsx';
import { JsonView, Mistakes } from '../ui/json-view.tsx';
import { Markdown } from './markdown.tsx';
import { Question } from './question.tsx';
import { Sources } from './sources.tsx';
import type { ToolPart, Turn } from './turn.ts';
import { AnswerActions, type TurnActions } from './turn-actions.tsx';

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

/** What the model thinks: open while it thinks, folded once it speaks. */
const Thinking = ({ text, isLive }: { text: string; isLive: boolean }) => (
  <details className="thinking" open={isLive}>
    <summary>{isLive ? 'Thinking …' : 'What it thought'}</summary>
    <p className="prewrap wrap">{text}</p>
  </details>
);

const notes: Partial<Record<Turn['state'], string>> = {
  sending: 'Sending …',
  queued: 'Waiting for the turn before it …',
  lost: 'Connection lost. Picking up where it stopped …',
};

const reasons: Record<string, string> = {
  cancelled: 'stopped',
  invalid_output: 'not in the format that was asked for',
  max_steps: 'step limit reached',
  max_tokens: 'length limit reached',
  timeout: 'timed out',
};

function Totals({ totals, runId }: { totals: NonNullable<Turn['totals']>; runId: string | undefined }) {
  return (
    <p className="totals">
      {number(totals.promptTokens)} + {number(totals.completionTokens)} tokens · {money(totals.costUsd)} ·{' '}
      {duration(totals.durationMs)}
      {totals.model && ` · ${totals.model}`}
      {totals.cached && ' · kept from before'}
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

type Props = { turn: Turn; agentName: string; actions?: TurnActions | undefined };

export const TurnView = memo(({ turn, agentName, actions }: Props) => {
  if (turn.remark !== undefined) return <p className="remark">{turn.remark}</p>;
  const isBusy = ['sending', 'running', 'queued', 'lost'].includes(turn.state);
  return (
    <article className="turn">
      {turn.files && turn.files.length > 0 && <HeldFiles files={turn.files} label="What you attached" />}
      {turn.question && <Question turn={turn} text={turn.question} actions={actions} />}
      <div className="answer" aria-busy={isBusy}>
        <h3 className="who">
          {turn.agentId && <AgentIcon id={turn.agentId} name={agentName} />}
          {agentName}
        </h3>
        {turn.parts.map((part, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end.
          if (part.kind === 'text') return <Markdown key={index} text={part.text} />;
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end.
          if (part.kind === 'json') return <JsonView key={index} value={part.value} label="Structured answer" />;
          if (part.kind === 'thinking') {
            const isLive = isBusy && index === turn.parts.length - 1;
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end.
            return <Thinking key={index} text={part.text} isLive={isLive} />;
          }
          if (part.kind === 'tool')
            return (
              <Fragment key={part.id}>
                <ToolCall part={part} waiting={turn.state === 'waiting'} />
                {part.images && <HeldFiles files={part.images} label={`Images of ${part.tool}`} />}
                {part.tool === 'memory_write' && !part.isError && <Kept result={part.result} />}
              </Fragment>
            );
          return <ApprovalCard key={part.requestId} id={part.requestId} {...part} />;
        })}
        {turn.state === 'running' && turn.parts.length === 0 && <p className="dim">Thinking …</p>}
        {notes[turn.state] && (
          <p className="dim" role="status">
            {notes[turn.state]}
          </p>
        )}
        {turn.agentChanged && <p className="dim">The agent was changed since your last message.</p>}
        <Mistakes errors={turn.mistakes} />
        {turn.error && <ErrorNote error={turn.error} />}
        {turn.state === 'failed' && actions && turn.questionId && (
          <div>
            <Button disabled={actions.isBusy} onClick={() => actions.again(turn)}>
              Try again
            </Button>
          </div>
        )}
        {turn.citations && <Sources citations={turn.citations} agentId={turn.agentId} />}
        {turn.totals && <Totals totals={turn.totals} runId={turn.runId} />}
        {actions && !isBusy && turn.state !== 'waiting' && <AnswerActions turn={turn} actions={actions} />}
      </div>
    </article>
  );
});
