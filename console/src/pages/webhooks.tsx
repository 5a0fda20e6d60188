import type { Webhook } from '@client/api.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '../api/queries.ts';
import { Badge, Button, Empty, PageHead } from '../ui/basics.tsx';
import { Listing } from '../ui/list.tsx';
import { NewWebhook } from '../webhooks/new-webhook.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

export function WebhooksPage() {
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHead title="Webhooks" lead="The gateway tells your services what happens, signed and at least once.">
        <Button look="primary" onClick={() => setCreating(true)}>
          New webhook
        </Button>
      </PageHead>
      <WebhookTabs />
      <Listing
        query={pages<Webhook>('/webhooks')}
        empty={
          <Empty title="No webhooks yet">
            <p>Give an address and choose events. It is called within moments of what happens.</p>
          </Empty>
        }
      >
        {(webhooks) => (
          <div className="card table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Address</th>
                  <th scope="col">Events</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                {webhooks.map(({ id, url, description, events, enabled, consecutiveFailures }) => (
                  <tr key={id}>
                    <td className="wrap">
                      <Link to="/webhooks/$id" params={{ id }}>
                        {url}
                      </Link>
                      {description && <div className="dim">{description}</div>}
                    </td>
                    <td className="wrap">{events.join(', ')}</td>
                    <td>
                      <Badge tone={enabled ? 'good' : ''}>{enabled ? 'on' : 'off'}</Badge>{' '}
                      {consecutiveFailures > 0 && (
                        <Badge tone="bad">{`${consecutiveFailures} failures in a row`}</Badge>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
      {creating && <NewWebhook onClose={() => setCreating(false)} />}
    </>
  );
}
