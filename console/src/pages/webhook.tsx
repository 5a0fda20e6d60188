import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../api/client.ts';
import { forget, pages, queries } from '../api/queries.ts';
import { Badge, Button, ErrorNote, Loading, PageHead } from '../ui/basics.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { duration } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { beginOf, SinceFilter } from '../ui/since.tsx';
import { Audience } from '../webhooks/audience.tsx';
import { DeliveryTable } from '../webhooks/deliveries.tsx';
import { SecretOnce } from '../webhooks/secret.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

export function WebhookPage() {
  const { id } = useParams({ from: '/webhooks/$id' });
  const { since } = useSearch({ from: '/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const [asking, setAsking] = useState<'delete' | 'rotate' | undefined>();
  const path = { id };
  const { data: webhook, error } = queries.useQuery('get', '/webhooks/{id}', { params: { path } });
  const onSuccess = () => forget('/webhooks', '/webhook-inspector');
  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/{id}/test', { params: { path } })),
    onSuccess,
  });
  const rotate = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/{id}/secret/rotate', { params: { path } })),
    onSuccess: async () => {
      setAsking(undefined);
      await onSuccess();
    },
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
            <Audience webhook={webhook} />
          </>
        }
      >
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button onClick={() => setAsking('rotate')}>New secret</Button>
        <Button busy={toggle.isPending} onClick={() => toggle.mutate(canTakeOver || !enabled)}>
          {canTakeOver ? 'Take over' : enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button look="danger" onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </PageHead>
      <WebhookTabs />
      <div className="stack">
        <ErrorNote error={test.error ?? toggle.error} />
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
          <div className="between">
            <h2>Deliveries</h2>
            <div>
              <SinceFilter
                value={since}
                onChange={(next) => void navigate({ search: next ? { since: next } : {}, replace: true })}
              />
            </div>
          </div>
          <Listing
            query={pages('/webhooks/{id}/deliveries', { path })}
            since={{ begin: beginOf(since), timeOf: ({ createdAt }) => createdAt }}
            refetchMs={15_000}
            empty={
              <p className="dim">
                {since
                  ? 'Nothing was delivered in this time.'
                  : 'Nothing was delivered yet. Send a test, or wait for an event.'}
              </p>
            }
          >
            {(deliveries) => <DeliveryTable deliveries={deliveries} />}
          </Listing>
        </section>
      </div>
      {asking === 'rotate' && (
        <Confirm
          title="Make a new secret?"
          action="Make a new secret"
          keep="Keep the old one"
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(undefined)}
        >
          <p>
            Calls are signed with the new secret at once. A receiver that still checks with the old one refuses them
            until you have changed it there.
          </p>
          <ErrorNote error={rotate.error} />
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm
          title="Delete this webhook?"
          action="Delete it"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(undefined)}
        >
          <p>Nothing more is sent there, and waiting retries are dropped.</p>
          <ErrorNote error={remove.error} />
        </Confirm>
      )}
    </>
  );
}
