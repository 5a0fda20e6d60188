import type { Delivery } from '@client/api.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { forget } from '../api/queries.ts';
import { Badge, Button, ErrorNote } from '../ui/basics.tsx';
import { Time } from '../ui/format.tsx';

export function DeliveryTable({ deliveries }: { deliveries: Delivery[] }) {
  const redeliver = useMutation({
    mutationFn: (id: string) => client.post('/webhooks/deliveries/{id}/redeliver', { path: { id } }),
    onSuccess: () => forget('/webhooks', '/webhook-inspector'),
  });
  return (
    <>
      <ErrorNote error={redeliver.error} />
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col" className="number">
                Tries
              </th>
              <th scope="col" className="number">
                Last answer
              </th>
              <th scope="col">Created</th>
              <th scope="col">Next try</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map(({ id, event, status, attempts, lastStatusCode, createdAt, nextAttemptAt }) => (
              <tr key={id}>
                <td>{event}</td>
                <td>
                  <Badge>{status}</Badge>
                </td>
                <td className="number">{attempts}</td>
                <td className="number">{lastStatusCode ?? '–'}</td>
                <td>
                  <Time at={createdAt} />
                </td>
                <td>{nextAttemptAt ? <Time at={nextAttemptAt} /> : <span className="dim">none</span>}</td>
                <td>
                  {event !== 'webhook.test' && (
                    <Button
                      look="quiet"
                      busy={redeliver.isPending && redeliver.variables === id}
                      onClick={() => redeliver.mutate(id)}
                    >
                      Redeliver
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
