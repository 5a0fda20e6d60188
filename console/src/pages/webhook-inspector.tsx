import type { DispatchRecord, paths } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, Empty, ErrorNote, Json, PageHead } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { duration, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { beginOf, SinceFilter } from '../ui/since.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { events } from '../webhooks/new-webhook.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

const isGood = ({ statusCode }: DispatchRecord) => statusCode !== null && statusCode >= 200 && statusCode < 300;

function Record({ record, onClose }: { record: DispatchRecord; onClose(): void }) {
  const redeliver = useMutation({
    mutationFn: () => api.POST('/webhooks/deliveries/{id}/redeliver', { params: { path: { id: record.deliveryId } } }),
    onSuccess: () => forget('/webhooks', '/webhook-inspector'),
  });
  return (
    <Dialog title={record.eventType} onClose={onClose} wide>
      <p className="wrap dim">
        POST {record.url} · try {record.attempt} · {record.trigger} · <Time at={record.createdAt} />
      </p>
      <div className="columns">
        <section>
          <h3>Request</h3>
          <Json value={record.payload} label="Request" />
        </section>
        <section>
          <h3>
            Response <Badge tone={isGood(record) ? 'good' : 'bad'}>{String(record.statusCode ?? 'none')}</Badge>{' '}
            <span className="dim">{duration(record.latencyMs)}</span>
          </h3>
          {record.error && <p className="note bad">{record.error}</p>}
          <Json value={record.responseBody || '(empty)'} label="Response" />
        </section>
      </div>
      <ErrorNote error={redeliver.error} />
      <div className="actions">
        {redeliver.isSuccess && <span role="status">On its way again.</span>}
        {/* A test is not delivered again; a new one is one click. */}
        {record.eventType !== 'webhook.test' && (
          <Button look="primary" busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            Redeliver
          </Button>
        )}
      </div>
    </Dialog>
  );
}

type EventType = NonNullable<paths['/webhook-inspector']['get']['parameters']['query']>['eventType'];
const eventTypes: EventType[] = [...events, 'webhook.test'];

export function WebhookInspectorPage() {
  const search = useSearch({ from: '/webhooks/inspector' });
  const eventType = eventTypes.find((type) => type === search.event);
  const navigate = useNavigate({ from: '/webhooks/inspector' });
  const choose = (next: typeof search) => {
    const all = Object.entries({ ...search, ...next }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(all), replace: true });
  };
  const [open, setOpen] = useState<DispatchRecord | undefined>();
  const columns: Column<DispatchRecord>[] = [
    {
      head: 'Event',
      cell: (record) => (
        <Button look="quiet" onClick={() => setOpen(record)}>
          {record.eventType}
        </Button>
      ),
    },
    {
      head: 'Answer',
      cell: (record) => (
        <Badge tone={isGood(record) ? 'good' : 'bad'}>{String(record.statusCode ?? record.error ?? 'none')}</Badge>
      ),
    },
    { head: 'Address', kind: 'wrap', cell: ({ url }) => url },
    { head: 'Try', kind: 'number', cell: ({ attempt }) => attempt },
    { head: 'Took', kind: 'number', cell: ({ latencyMs }) => duration(latencyMs) },
    { head: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <>
      <PageHead title="Webhooks" lead="Every request with its response." />
      <WebhookTabs />
      <div className="filters">
        <select aria-label="Event" value={eventType ?? ''} onChange={({ target }) => choose({ event: target.value })}>
          <option value="">Every event</option>
          {eventTypes.map((event) => (
            <option key={event} value={event}>
              {event}
            </option>
          ))}
        </select>
        <SinceFilter value={search.since} onChange={(since) => choose({ since })} />
      </div>
      <Listing
        query={pages('/webhook-inspector', { query: eventType ? { eventType } : {} })}
        since={{ begin: beginOf(search.since), timeOf: ({ createdAt }) => createdAt }}
        refetchMs={15_000}
        empty={
          <Empty title={eventType || search.since ? 'No requests fit' : 'No requests were made yet'}>
            <p>Requests to webhooks and their responses are kept for 30 days.</p>
          </Empty>
        }
      >
        {(records) => <Table card items={records} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {open && <Record record={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
