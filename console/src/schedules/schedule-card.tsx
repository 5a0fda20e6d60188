import type { CronRun, HeartbeatRun } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { duration, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Item = {
  id: string;
  enabled: boolean;
  disabledReason: string | null;
  lastRunAt: string | null;
  nextRunAt: string | null;
  consecutiveFailures: number;
  agentId: string;
  acceptedVersion: number | null;
  newerVersion: number | null;
};
type Route = '/heartbeat' | '/cron';
type Props = { route: Route; item: Item; title: string; about: string; when: string };
type Run = Pick<CronRun, 'id' | 'startedAt' | 'durationMs' | 'runId' | 'error'> & {
  status: string;
} & Partial<Pick<HeartbeatRun, 'itemCount'>>;

const historyColumns: Column<Run>[] = [
  { head: 'State', cell: ({ status }) => <Badge>{status}</Badge> },
  { head: 'When', cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: 'Took', kind: 'number', cell: ({ durationMs }) => (durationMs === null ? '–' : duration(durationMs)) },
  {
    head: 'What came of it',
    kind: 'wrap',
    cell: ({ error, itemCount, runId }) => (
      <>
        {error ?? (itemCount === undefined ? '' : `${itemCount} new`)}{' '}
        {runId && (
          <Link to="/runs/$id" params={{ id: runId }}>
            run
          </Link>
        )}
      </>
    ),
  },
];

const History = ({ route, id }: { route: Route; id: string }) => (
  <Listing
    query={pages(`${route}/{id}/runs`, { path: { id } })}
    refetchMs={3_000}
    empty={<p className="dim">It has not run yet.</p>}
  >
    {(runs) => <Table items={runs} keyOf={(run) => run.id} columns={historyColumns} />}
  </Listing>
);

export function ScheduleCard({ route, item, title, about, when }: Props) {
  const { id, enabled } = item;
  const [showing, setShowing] = useState(false);
  const [asking, setAsking] = useState(false);
  const path = { id };
  const onSuccess = () => forget(route, '/jobs');
  const run = useMutation({
    mutationFn: async () => {
      if (route === '/cron') await api.POST('/cron/{id}/run', { params: { path } });
      else await api.POST('/heartbeat/{id}/run', { params: { path } });
      setShowing(true);
    },
    onSuccess,
  });
  const toggle = useMutation({
    mutationFn: async () => {
      const body = { enabled: !enabled };
      if (route === '/cron') await api.PATCH('/cron/{id}', { params: { path }, body });
      else await api.PATCH('/heartbeat/{id}', { params: { path }, body });
    },
    onSuccess,
  });
  const accept = useMutation({
    mutationFn: async (version: number) => {
      if (route === '/cron') await api.POST('/cron/{id}/accept', { params: { path }, body: { version } });
      else await api.POST('/heartbeat/{id}/accept', { params: { path }, body: { version } });
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () =>
      route === '/cron'
        ? api.DELETE('/cron/{id}', { params: { path } })
        : api.DELETE('/heartbeat/{id}', { params: { path } }),
    onSuccess,
  });
  return (
    <li className="card stack">
      <div className="split">
        <div>
          <h3>
            {title} <Badge tone={enabled ? 'good' : ''}>{enabled ? 'on' : 'off'}</Badge>{' '}
            {item.consecutiveFailures > 0 && (
              <Badge tone="bad">{`${item.consecutiveFailures} failures in a row`}</Badge>
            )}
          </h3>
          <p className="wrap">{about}</p>
          <p className="meta">
            {when} · last <Time at={item.lastRunAt} />
            {item.nextRunAt && (
              <>
                {' '}
                · next <Time at={item.nextRunAt} />
              </>
            )}
            {item.disabledReason && ` · ${item.disabledReason}`}
          </p>
        </div>
        <div className="row">
          <Button busy={run.isPending} onClick={() => run.mutate()}>
            Run now
          </Button>
          <Button aria-expanded={showing} onClick={() => setShowing(!showing)}>
            History
          </Button>
          <Button busy={toggle.isPending} onClick={() => toggle.mutate()}>
            {enabled ? 'Switch off' : 'Switch on'}
          </Button>
          <Button look="danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        </div>
      </div>
      {item.newerVersion !== null && (
        <div className="split">
          <p>
            It acts under version {item.acceptedVersion ?? '–'} of its agent; version {item.newerVersion} is newer. Look
            at the{' '}
            <Link to="/agents/$id" params={{ id: item.agentId }}>
              agent
            </Link>{' '}
            before you accept it.
          </p>
          <Button busy={accept.isPending} onClick={() => accept.mutate(item.newerVersion ?? 0)}>
            {`Accept version ${item.newerVersion}`}
          </Button>
        </div>
      )}
      <ErrorNote error={run.error ?? toggle.error ?? accept.error} />
      {showing && <History route={route} id={id} />}
      {asking && (
        <Confirm
          title={`Delete ${title}?`}
          action="Delete it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>It does not run again, and its history goes with it.</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </li>
  );
}
