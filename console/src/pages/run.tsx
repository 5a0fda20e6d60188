import type { JobDetails, Trace, TraceSpan } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { Badge, Button, ErrorNote, Json, Loading, PageHead } from '../ui/basics.tsx';
import { duration, money, number, Time } from '../ui/format.tsx';

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
  /^(chat|execute_tool|approval|queue|persist|context|invoke_agent)/.exec(name)?.[0] ?? 'other';

function Waterfall({ trace }: { trace: Trace }) {
  const [open, setOpen] = useState<string | undefined>();
  const start = Date.parse(trace.startedAt);
  const whole = Math.max(trace.durationMs, 0.001);
  return (
    <ol className="waterfall">
      {inOrder(trace.spans).map(({ span, depth }) => {
        const from = Math.min(99.5, Math.max(0, ((Date.parse(span.startedAt) - start) / whole) * 100));
        const share = Math.max(0.5, Math.min(100 - from, (span.durationMs / whole) * 100));
        return (
          <li key={span.id}>
            <button
              type="button"
              aria-expanded={open === span.id}
              onClick={() => setOpen(open === span.id ? undefined : span.id)}
            >
              <span className="span-name" style={{ paddingLeft: `${depth * 0.9}rem` }}>
                {span.name}
              </span>
              <span className="span-track" aria-hidden="true">
                <span
                  className={`span-bar ${kindOf(span.name)}`}
                  style={{ marginLeft: `${from}%`, width: `${share}%` }}
                />
              </span>
              <span className="span-time">{duration(span.durationMs)}</span>
            </button>
            {open === span.id && <Json value={span.attributes} label={`Attributes of ${span.name}`} />}
          </li>
        );
      })}
    </ol>
  );
}

export function RunPage() {
  const { id } = useParams({ from: '/runs/$id' });
  const isOpen = (job: JobDetails | undefined) =>
    job !== undefined && ['queued', 'running', 'awaiting_approval'].includes(job.status);
  const { data: job, error } = useQuery({
    ...queries.queryOptions('get', '/jobs/{id}', { params: { path: { id } } }),
    refetchInterval: ({ state }) => (isOpen(state.data) ? 2_000 : false),
  });
  const { data: trace, error: traceError } = useQuery({
    ...queries.queryOptions('get', '/traces/{id}', { params: { path: { id: id.replace(/^run_/, 'trc_') } } }),
    refetchInterval: isOpen(job) ? 2_000 : false,
  });
  const cancel = useMutation({
    mutationFn: () => api.POST('/jobs/{id}/cancel', { params: { path: { id } } }),
    onSuccess: () => forget('/jobs', '/traces'),
  });
  if (error) return <ErrorNote error={error} />;
  if (!job) return <Loading />;
  return (
    <>
      <PageHead
        title={job.message.slice(0, 120) || 'Run'}
        lead={
          <>
            <Badge>{job.status}</Badge> {job.kind} · {number(job.usage.promptTokens)} +{' '}
            {number(job.usage.completionTokens)} tokens · {money(job.costUsd)} · {duration(job.durationMs)} ·{' '}
            <Time at={job.createdAt} />
          </>
        }
      >
        {isOpen(job) && (
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        )}
        <Link to="/sessions/$id" params={{ id: job.sessionId }} className="button">
          Conversation
        </Link>
      </PageHead>
      <div className="stack">
        <ErrorNote error={cancel.error ?? traceError} />
        {job.error && <p className="note bad">{job.error.message}</p>}
        {trace && (
          <section className="card">
            <h2>What took how long</h2>
            <Waterfall trace={trace} />
          </section>
        )}
        {job.content && (
          <section className="card">
            <h2>Answer</h2>
            <p className="wrap prewrap">{job.content}</p>
          </section>
        )}
      </div>
    </>
  );
}
