import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, pages, queries } from '../api/queries.ts';
import { Badge, Button, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { duration } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { audienceOf } from '../webhooks/audience.ts';
import { DeliveryTable } from '../webhooks/deliveries.tsx';
import { SecretOnce } from '../webhooks/secret.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

export function WebhookPage() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const path = { id };
  const { data: webhook, error } = queries.useQuery('get', '/webhooks/{id}', { params: { path } });
  const onSuccess = () => forget('/webhooks', '/webhook-inspector');
  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/{id}/test', { params: { path } })),
    onSuccess,
  });
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/{id}/secret/rotate', { params: { path } })),
    onSuccess,
  });
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => api.PUT('/webhooks/{id}', { params: { path }, body: { enabled } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/webhooks/{id}', { params: { path } }),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      await onSuccess();
    },
  });
  if (error) return <ErrorNote error={error} />;
  if (!webhook) return <Loading />;
  const { url, enabled, events, description, audience, inactiveReason } = webhook;
  const canTakeOver = audience === 'workspace' && inactiveReason !== null;
  return (
    <>
      <PageHead
        title={url}
        lead={
          <>
            <Badge tone={enabled && !inactiveReason ? 'good' : ''}>{enabled ? 'on' : 'off'}</Badge> {events.join(', ')}
            {description && ` · ${description}`}
            <br />
            {audienceOf(webhook)}
          </>
        }
      >
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button busy={rotate.isPending} onClick={() => rotate.mutate()}>
          New secret
        </Button>
        <Button busy={toggle.isPending} onClick={() => toggle.mutate(canTakeOver || !enabled)}>
          {canTakeOver ? 'Take over' : enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </PageHead>
      <WebhookTabs />
      <div className="stack">
        <ErrorNote error={test.error ?? rotate.error ?? toggle.error} />
        {rotate.data && <SecretOnce secret={rotate.data.secret} />}
        {test.data && (
          <p className={test.data.success || test.data.intercepted ? 'note good' : 'note bad'} role="status">
            {test.data.intercepted
              ? 'Kept back: test mode is on.'
              : test.data.success
                ? `Answered ${test.data.statusCode} in ${duration(test.data.latencyMs)}.`
                : (test.data.error ?? `Answered ${test.data.statusCode}.`)}
          </p>
        )}
        <section className="card">
          <h2>Deliveries</h2>
          <Listing
            query={pages('/webhooks/{id}/deliveries', { path })}
            refetchMs={4_000}
            empty={<p className="dim">Nothing was delivered yet. Send a test, or wait for an event.</p>}
          >
            {(deliveries) => <DeliveryTable deliveries={deliveries} />}
          </Listing>
        </section>
      </div>
      {asking && (
        <Confirm
          title="Delete this webhook?"
          action="Delete it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>Nothing more is sent there, and waiting retries are dropped.</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </>
  );
}
