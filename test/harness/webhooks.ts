import type { EventType } from '../../src/platform/events.ts';
import type { TestGateway } from './gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from './people.ts';

type Delivery = {
  id: string;
  webhookId: string;
  event: string;
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  lastStatusCode: number | null;
  createdAt: string;
};
type DispatchRecord = {
  id: string;
  webhookId: string;
  deliveryId: string;
  eventType: string;
  url: string;
  attempt: number;
  trigger: string;
  payload: { event: string; timestamp: string; data: Record<string, unknown> };
  statusCode: number | null;
  responseBody: string | null;
  latencyMs: number;
  error: string | null;
  createdAt: string;
};
export type Page<Item> = { data: Item[]; nextCursor: string | null };
type CreatedWebhook = { id: string; url: string; events: string[]; secret: string | null; enabled: boolean };

export type Subscriber = {
  person: QuickPerson;
  as: Act;
  /** Creates a webhook over HTTP. */
  subscribe(url: string, more?: object): Promise<CreatedWebhook>;
  /** Stores an event like a feature: in a transaction, with its wake-up. */
  fire(type: EventType, data?: object): Promise<void>;
  deliveries(webhookId: string): Promise<Delivery[]>;
  records(query?: string): Promise<DispatchRecord[]>;
};

/** A person with their own workspace for tests of webhooks. */
export async function newSubscriber(gateway: TestGateway, clock = { now: () => Date.now() }): Promise<Subscriber> {
  const person = await quickPerson(gateway, 'subscriber', clock);
  const as = actingAs(gateway, person);
  const ok = async <Body>(answer: ReturnType<typeof as<Body>>, status: number) => {
    const { status: given, text, body } = await answer;
    if (given !== status) throw new Error(`${given} instead of ${status}: ${text}`);
    return body;
  };
  const { database, publish } = gateway.gateway;
  return {
    person,
    as,
    subscribe: (url, more = {}) => ok(as<CreatedWebhook>('POST', '/webhooks', { url, events: ['*'], ...more }), 201),
    fire: (type, data = {}) =>
      database.transaction((tx) =>
        publish(tx, { workspaceId: person.workspaceId, userId: person.id }, type, data, clock.now()),
      ),
    deliveries: async (webhookId) =>
      (await ok(as<Page<Delivery>>('GET', `/webhooks/${webhookId}/deliveries?limit=200`), 200)).data,
    records: async (query = '') => (await ok(as<Page<DispatchRecord>>('GET', `/webhook-inspector${query}`), 200)).data,
  };
}
