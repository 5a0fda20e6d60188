import type { Delivery } from '@client/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { forget, queries } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Props = { deliveries: Delivery[]; withAddress?: boolean };

export function DeliveryTable({ deliveries, withAddress = false }: Props) {
  const { data: webhooks } = useQuery({
    ...queries.queryOptions('get', '/webhooks', { params: { query: { limit: 200 } } }),
    enabled: withAddress,
  });
  const address: Column<Delivery> = {
    head: 'Address',
    kind: 'wrap',
    cell: ({ webhookId }) => webhooks?.data.find(({ id }) => id === webhookId)?.url,
  };
  const redeliver = useMutation({
    mutationFn: (id: string) => api.POST('/webhooks/deliveries/{id}/redeliver', { params: { path: { id } } }),
    onSuccess: () => forget('/webhooks', '/webhook-inspector'),
  });
  const columns: Column<Delivery>[] = [
    { head: 'Event', cell: ({ event }) => event },
    ...(withAddress ? [address] : []),
    { head: 'State', cell: ({ status }) => <Badge>{status}</Badge> },
    { head: 'Tries', kind: 'number', cell: ({ attempts }) => attempts },
    { head: 'Last answer', kind: 'number', cell: ({ lastStatusCode }) => lastStatusCode ?? '–' },
    { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: 'Next try',
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} /> : <span className="dim">none</span>),
    },
    {
      head: '',
      cell: ({ id, event }) =>
        event !== 'webhook.test' && (
          <Button
            look="quiet"
            busy={redeliver.isPending && redeliver.variables === id}
            onClick={() => redeliver.mutate(id)}
          >
            Redeliver
          </Button>
        ),
    },
  ];
  return (
    <>
      <ErrorNote error={redeliver.error} />
      <Table items={deliveries} keyOf={({ id }) => id} columns={columns} />
    </>
  );
}
