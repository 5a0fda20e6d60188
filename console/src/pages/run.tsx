import type { Message, Trace, TraceSpan } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { usePending } from '../approvals/pending.ts';
import { Markdown } from '../chat/markdown.tsx';
import { isOpen } from '../chat/turn.ts';
import { filesIn } from '../files/held-file.ts';
import { HeldFiles } from '../files/held-files.tsx';
import { reasonInWords } from '../models/reasons.ts';
import { useModels } from '../models/use-models.ts';
import { CompareWith, Comparison } from '../runs/compare.tsx';
import { contentOf, SpanContent, tokensOf, useMessages } from '../runs/span-content.tsx';
import { costsOf } from '../runs/span-cost.ts';
import { Badge, Button, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';
import { JsonView, Mistakes } from '../ui/json-view.tsx';

/** Parents before children, siblings by time. */
function inOrder(spans: TraceSpan[]): { span: TraceSpan; depth: number }[] {
  const known = new Set(spans.map(({ id }) => id));
  const below = (parentId: string | null, depth: number): { span: TraceSpan; depth: number }[] =>
    spans
      .filter((span) => (span.parentId !== null && known.has(span.parentId) ? span.parentId : null) === parentId)
      .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
      .flatMap((span) => [{ span, depth }, ...(depth < 20 ? below(span.id, depth + 1) : [])]);
  return below(null, 0);
}

const kindOf = (name: string) =>
  /^(chat|attempt|execute_tool|approval|queue|persist|context|invoke_agent)/.exec(name)?.[0] ?? 'other';

function Waterfall({ trace, messages }: { trace: Trace; messages: Message[] }) {
  const { data: models = [] } = useModels();
  const costs = costsOf(trace.spans, trace.costUsd, models);
  const [open, setOpen] = useState<string | undefined>();
  const start = Date.parse(trace.startedAt);
  const whole = Math.max(trace.durationMs, 0.001);
  return (
    <ol className="waterfall">
      {inOrder(trace.spans).map(({ span, depth }) => {
        const from = Math.min(99.5, Math.max(0, ((Date.parse(span.startedAt) - start) / whole) * 100));
        const failure = span.attributes['error.type'];
        const share = Math.max(0.5, Math.min(100 - from, (span.durationMs / whole) * 100));
        return (
          <li key={span.id}>
            <button
              type="button"
              aria-expanded={open === span.id}
              onClick={() => setOpen(open === span.id ? undefined : span.id)}
            >
              <span className="span-name" data-kind={kindOf(span.name)} style={{ paddingLeft: `${depth * 0.9}rem` }}>
                {span.name}
                {tokensOf(span) && (
                  <span className="span-tokens">
                    {' '}
                    {tokensOf(span)}
                    {costs.has(span.id) && ` · ${money(costs.get(span.id) ?? 0)}`}
                  </span>
                )}
                {typeof failure === 'string' && <span className="span-failure"> {reasonInWords(failure)}</span>}
              </span>
              <span className="span-track" aria-hidden="true">
                <span
                  className="span-bar"
                  data-kind={failure === undefined ? kindOf(span.name) : 'failed'}
                  style={{ marginLeft: `${from}%`, width: `${share}%` }}
                />
              </span>
              <span className="span-time">{duration(span.durationMs)}</span>
            </button>
            {open === span.id && (
              <SpanContent span={span} content={contentOf(span, trace.spans, messages, trace.runId)} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A run that waited, for its turn or for an approval, took longer than it worked. */
const tookOf = (activeMs: number, wholeMs: number | undefined) =>
  wholeMs !== undefined && wholeMs > activeMs * 1.1 + 50
    ? `${duration(wholeMs)}, ${duration(activeMs)} of it at work`
    : duration(activeMs);

export function RunPage() {
  const { id } = useParams({ from: '/runs/$id' });
  const { data: job, error } = useQuery({
    ...queries.queryOptions('get', '/jobs/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? 2_000 : false),
  });
  const { data: trace, error: traceError } = useQuery({
    ...queries.queryOptions('get', '/traces/{id}', { params: { path: { id: id.replace(/^run_/, 'trc_') } } }),
    refetchInterval: job && isOpen(job) ? 2_000 : false,
  });
  const cancel = useMutation({
    mutationFn: () => api.POST('/jobs/{id}/cancel', { params: { path: { id } } }),
    onSuccess: () => forget('/jobs', '/traces'),
  });
  const { with: otherId } = useSearch({ from: '/runs/$id' });
  const navigate = useNavigate({ from: '/runs/$id' });
  const messages = useMessages(job?.sessionId);
  const pending = usePending({ runId: id }, job?.status === 'awaiting_approval');
  if (error) return <ErrorNote error={error} />;
  if (!job) return <Loading />;
  return (
    <>
      <PageHead
        title={job.message.slice(0, 400) || 'Run'}
        lead={
          <>
            <Badge>{job.status}</Badge> {job.kind} ·{' '}
            {!isOpen(job) && (
              <>
                {number(job.usage.promptTokens)} + {number(job.usage.completionTokens)} tokens · {money(job.costUsd)} ·{' '}
                {tookOf(job.durationMs, trace?.durationMs)} ·{' '}
              </>
            )}
            {job.model && `${job.model} · `}
            {job.cached && 'kept from before · '}
            <Time at={job.createdAt} />
          </>
        }
      >
        {isOpen(job) && (
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        )}
        <CompareWith job={job} onChoose={(other) => void navigate({ search: { with: other }, replace: true })} />
        <Link to="/sessions/$id" params={{ id: job.sessionId }} className="button">
          Conversation
        </Link>
      </PageHead>
      <div className="stack">
        <ErrorNote error={cancel.error ?? traceError} />
        {pending.map((approval) => (
          <ApprovalCard key={approval.id} {...approval} />
        ))}
        <HeldFiles files={filesIn(job.parts)} label="Attached files" />
        {job.error && <p className="note bad">{job.error.message}</p>}
        {trace && (
          <section className="card">
            <h2>What took how long</h2>
            <Waterfall trace={trace} messages={messages} />
          </section>
        )}
        {otherId && (
          <Comparison job={job} otherId={otherId} onClose={() => void navigate({ search: {}, replace: true })} />
        )}
        {job.content && (
          <section className="card">
            <h2>Answer</h2>
            {job.output === undefined ? (
              <Markdown text={job.content} />
            ) : (
              <JsonView value={job.output} label="Structured answer" />
            )}
            <Mistakes errors={job.errors} />
          </section>
        )}
      </div>
    </>
  );
}
