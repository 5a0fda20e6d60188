import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Button, Empty, ErrorNote, Json, PageHead } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { testModeQuery, WebhookTabs } from '../webhooks/tabs.tsx';

export function WebhookTestModePage() {
  const onSuccess = () => forget('/webhooks');
  const { data: mode, error } = useQuery(testModeQuery);
  const turn = useMutation({
    mutationFn: (on: boolean) =>
      on ? api.POST('/webhooks/test-mode/enable') : api.POST('/webhooks/test-mode/disable'),
    onSuccess,
  });
  const clear = useMutation({ mutationFn: () => api.DELETE('/webhooks/test-mode/log'), onSuccess });
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="While test mode is on, this workspace sends nothing. Its deliveries are listed here instead."
      >
        {mode && (
          <Button
            look={mode.enabled ? 'primary' : 'plain'}
            busy={turn.isPending}
            onClick={() => turn.mutate(!mode.enabled)}
          >
            Switch {mode.enabled ? 'off' : 'on'}
          </Button>
        )}
        <Button look="danger" busy={clear.isPending} onClick={() => clear.mutate()}>
          Clear
        </Button>
      </PageHead>
      <WebhookTabs />
      <div className="stack">
        {mode && (
          <p className={mode.enabled ? 'note warn' : 'note good'} role="status">
            Test mode is {mode.enabled ? 'on: nothing is sent.' : 'off: everything is sent.'}
          </p>
        )}
        <ErrorNote error={error ?? turn.error ?? clear.error} />
        <Listing
          query={pages('/webhooks/test-mode/log', {})}
          refetchMs={15_000}
          empty={
            <Empty title="Nothing was held back">
              <p>Switch test mode on to see what your webhooks would receive, without sending it.</p>
            </Empty>
          }
        >
          {(dispatches) => (
            <ul className="cards single">
              {dispatches.map(({ id, event, payload, createdAt }) => (
                <li key={id} className="card">
                  <h2>
                    {event}{' '}
                    <small className="dim">
                      <Time at={createdAt} />
                    </small>
                  </h2>
                  <Json value={payload} label="What would have been sent" />
                </li>
              ))}
            </ul>
          )}
        </Listing>
      </div>
    </>
  );
}
