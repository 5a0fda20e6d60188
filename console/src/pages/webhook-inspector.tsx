import type { DispatchRecord } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Badge, Button, Empty, ErrorNote, Json, PageHead } from '../ui/basics.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { duration, Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

const isGood = ({ statusCode }: DispatchRecord) => statusCode !== null && statusCode >= 200 && statusCode < 300;

function Record({ record, onClose }: { record: DispatchRecord; onClose(): void }) {
  const redeliver = useMutation({
    mutationFn: () => client.post('/webhooks/deliveries/{id}/redeliver', { path: { id: record.deliveryId } }),
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
        {/* A test is sent once, and a new one is a click away. */}
        {record.eventType !== 'webhook.test' && (
          <Button look="primary" busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            Redeliver
          </Button>
        )}
      </div>
    </Dialog>
  );
}

export function WebhookInspectorPage() {
  const [eventType, setEventType] = useState('');
  const [open, setOpen] = useState<DispatchRecord | undefined>();
  return (
    <>
      <PageHead title="Webhooks" lead="Every request that was made, with what came back." />
      <WebhookTabs />
      <div className="search">
        <input
          type="search"
          aria-label="Event"
          placeholder="Only one event, such as agent.completed"
          value={eventType}
          onChange={({ target }) => setEventType(target.value)}
        />
      </div>
      <Listing
        query={pages<DispatchRecord>('/webhook-inspector', { query: { eventType: eventType || undefined } })}
        refetchMs={4_000}
        empty={<Empty title="No requests were made yet" />}
      >
        {(records) => (
          <div className="card table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Event</th>
                  <th scope="col">Answer</th>
                  <th scope="col">Address</th>
                  <th scope="col" className="number">
                    Try
                  </th>
                  <th scope="col" className="number">
                    Took
                  </th>
                  <th scope="col">When</th>
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <tr key={record.id}>
                    <td>
                      <Button look="quiet" onClick={() => setOpen(record)}>
                        {record.eventType}
                      </Button>
                    </td>
                    <td>
                      <Badge tone={isGood(record) ? 'good' : 'bad'}>
                        {String(record.statusCode ?? record.error ?? 'none')}
                      </Badge>
                    </td>
                    <td className="wrap">{record.url}</td>
                    <td className="number">{record.attempt}</td>
                    <td className="number">{duration(record.latencyMs)}</td>
                    <td>
                      <Time at={record.createdAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
      {open && <Record record={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
