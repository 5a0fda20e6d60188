import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import { forget, pages } from '../api/queries.ts';
import { Button, Empty, ErrorNote, PageHead } from '../ui/basics.tsx';
import { counted } from '../ui/format.tsx';
import { Listing } from '../ui/list.tsx';
import { DeliveryTable } from '../webhooks/deliveries.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

export function DeadLettersPage() {
  const replay = useMutation({
    mutationFn: () => dataOf(api.POST('/webhooks/dead-letters/replay', { body: {} })),
    onSuccess: () => forget('/webhooks', '/webhook-inspector'),
  });
  return (
    <>
      <PageHead title="Webhooks" lead="Deliveries that failed six times." />
      <WebhookTabs />
      <div className="stack">
        <ErrorNote error={replay.error} />
        {replay.data && (
          <p className="note good" role="status">
            {counted(replay.data.count, 'delivery is', 'deliveries are')} on the way again.
          </p>
        )}
        <Listing
          query={pages('/webhooks/dead-letters', {})}
          empty={
            <Empty title="Nothing here">
              <p>Every delivery has arrived or is still being tried.</p>
            </Empty>
          }
        >
          {(deliveries) => (
            <section className="card stack">
              <DeliveryTable deliveries={deliveries} withAddress />
              <div className="actions">
                <Button busy={replay.isPending} onClick={() => replay.mutate()}>
                  Send all again
                </Button>
              </div>
            </section>
          )}
        </Listing>
      </div>
    </>
  );
}
