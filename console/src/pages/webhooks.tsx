import type { Webhook } from '@client/api.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '../api/queries.ts';
import { Badge, Button, Empty, PageHead } from '../ui/basics.tsx';
import { Listing } from '../ui/list.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Audience } from '../webhooks/audience.tsx';
import { NewWebhook } from '../webhooks/new-webhook.tsx';
import { WebhookTabs } from '../webhooks/tabs.tsx';

const columns: Column<Webhook>[] = [
  {
    head: 'Address',
    kind: 'wrap',
    cell: (webhook) => {
      const { id, url, description } = webhook;
      return (
        <>
          <Link to="/webhooks/$id" params={{ id }}>
            {url}
          </Link>
          {description && <div className="dim">{description}</div>}
          <div className="dim">
            <Audience webhook={webhook} />
          </div>
        </>
      );
    },
  },
  { head: 'Events', kind: 'wrap', cell: ({ events }) => events.join(', ') },
  {
    head: 'State',
    cell: ({ enabled, inactiveReason, consecutiveFailures }) => (
      <>
        <Badge tone={enabled && !inactiveReason ? 'good' : ''}>{enabled ? 'on' : 'off'}</Badge>{' '}
        {inactiveReason && <Badge tone="bad">stopped</Badge>}{' '}
        {consecutiveFailures > 0 && <Badge tone="bad">{`${consecutiveFailures} failures in a row`}</Badge>}
      </>
    ),
  },
];

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
        query={pages('/webhooks', {})}
        empty={
          <Empty title="No webhooks yet">
            <p>Give an address and choose events. It is called moments after each event.</p>
          </Empty>
        }
      >
        {(webhooks) => <Table card items={webhooks} keyOf={({ id }) => id} columns={columns} />}
      </Listing>
      {creating && <NewWebhook onClose={() => setCreating(false)} />}
    </>
  );
}
