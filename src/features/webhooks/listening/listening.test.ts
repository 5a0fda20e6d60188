import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Subscriber } from '../../../../test/harness/webhooks.ts';
import { newId } from '../../../kernel/ids.ts';

type Copy = { deliveryId: string; event: string; headers: Record<string, string>; body: string };

/** Listens once the gateway has said that it does. */
async function listen({ url }: TestGateway, { person }: Subscriber, webhookId: string, lastEventId?: string) {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/webhooks/${webhookId}/listen`, {
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: hangUp.signal,
  });
  const copies: Copy[] = [];
  let text = '';
  let isOver = false;
  const read = async () => {
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const data of events.flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []))
        copies.push(JSON.parse(data) as Copy);
      if (events.includes(': listening')) greeted();
    }
  };
  let greeted = () => {};
  const greeting = new Promise<void>((resolve) => {
    greeted = resolve;
  });
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      greeted();
    });
  await greeting;
  return { status: response.status, copies, isOver: () => isOver, hangUp: () => hangUp.abort() };
}

describe.each(engines)('listening to a webhook on %s', (engine) => {
  let gateway: TestGateway;
  /** Another node, where there can be one. */
  let other: TestGateway;
  let receiver: Receiver;
  let someone: Subscriber;
  beforeAll(async () => {
    gateway = await startGateway(engine);
    other = engine === 'postgres' ? await startGateway(engine, { place: gateway.place }) : gateway;
    receiver = await startReceiver();
    someone = await newSubscriber(gateway);
  });
  afterAll(async () => {
    if (other !== gateway) await other.stop();
    await gateway.stop();
    await receiver.stop();
  });

  it('gives a signed copy of what is sent, at any node, and changes nothing about it', async () => {
    const webhook = await someone.subscribe(`${receiver.url}/sent`);
    const before = await listen(other, someone, webhook.id);
    await someone.fire('agent.completed', { text: 'Grüße' });
    await expect.poll(() => before.copies.length).toBe(1);
    const [copy] = before.copies as [Copy];
    expect(copy).toMatchObject({ event: 'agent.completed', headers: { 'webhook-id': copy.deliveryId } });
    expect(new StandardWebhook(webhook.secret ?? '').verify(copy.body, copy.headers)).toMatchObject({
      data: { text: 'Grüße' },
    });
    await expect
      .poll(async () => (await someone.deliveries(webhook.id))[0])
      .toMatchObject({
        id: copy.deliveryId,
        status: 'succeeded',
        attempts: 1,
      });
    const sent = receiver.records.filter(({ path }) => path === '/sent');
    expect(sent.map(({ rawBody }) => rawBody.toString())).toEqual([copy.body]);
    expect(Object.keys(copy.headers).map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(['content-type', 'webhook-timestamp', 'webhook-signature', 'x-service-signature']),
    );
    before.hangUp();

    await someone.fire('agent.failed');
    await expect.poll(async () => (await someone.deliveries(webhook.id)).length).toBe(2);
    const after = await listen(gateway, someone, webhook.id, copy.deliveryId);
    await expect.poll(() => after.copies.map(({ event }) => event)).toEqual(['agent.failed']);
    after.hangUp();
  });

  it('repeats, after a break, what may have been stored later than the last that was seen', async () => {
    const webhook = await someone.subscribe(`${receiver.url}/again`);
    const before = await listen(gateway, someone, webhook.id);
    for (const event of ['agent.completed', 'agent.failed'] as const) await someone.fire(event);
    await expect.poll(() => before.copies.length).toBe(2);
    before.hangUp();
    const [first, last] = before.copies.toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
    const after = await listen(other, someone, webhook.id, last?.deliveryId);
    await expect.poll(() => after.copies.map(({ deliveryId }) => deliveryId)).toEqual([first?.deliveryId]);
    await someone.fire('agent.completed');
    await expect.poll(() => after.copies.length).toBe(2);
    expect(after.copies.map(({ deliveryId }) => deliveryId)).not.toContain(last?.deliveryId);
    after.hangUp();
  });

  it('has those of events that waited long, and not what was sent before', async () => {
    // The event is made to wait by a lock on a table, which SQLite does not have.
    if (engine === 'sqlite') return;
    const webhook = await someone.subscribe(`${receiver.url}/waited`, { events: ['agent.completed'] });
    const { database } = gateway.gateway;
    const late = (text: string) => {
      const at = Date.now() - 60_000;
      const { workspaceId, id: userId } = someone.person;
      return database.run(
        'INSERT INTO events (id, workspace_id, user_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
        [newId('evt', at), workspaceId, userId, 'agent.completed', JSON.stringify({ text }), at],
      );
    };
    const sent = () => receiver.records.filter(({ path }) => path === '/waited').length;
    await late('before');
    await expect.poll(sent, { timeout: 5_000 }).toBe(1);
    await expect.poll(async () => (await someone.deliveries(webhook.id)).length).toBe(1);
    const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
    const holding = database.transaction(async (tx) => {
      await tx.run('LOCK TABLE deliveries IN SHARE MODE');
      await blocked;
    });
    await late('after');
    const listening = await listen(gateway, someone, webhook.id);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(listening.copies).toEqual([]);
    release();
    await holding;
    await expect.poll(() => listening.copies.map(({ body }) => JSON.parse(body).data.text)).toEqual(['after']);
    listening.hangUp();
  });

  it('has what test mode keeps from being sent, and ends when the webhook is deleted', async () => {
    const webhook = await someone.subscribe(`${receiver.url}/kept`, { secret: null });
    await someone.as('POST', '/webhooks/test-mode/enable');
    const listening = await listen(gateway, someone, webhook.id);
    await someone.fire('agent.completed');
    await expect.poll(() => listening.copies.map(({ event }) => event)).toEqual(['agent.completed']);
    expect(Object.keys(listening.copies[0]?.headers ?? {})).not.toContain('webhook-signature');
    expect(receiver.records.filter(({ path }) => path === '/kept')).toEqual([]);
    await someone.as('DELETE', `/webhooks/${webhook.id}`);
    await expect.poll(listening.isOver).toBe(true);
    await someone.as('POST', '/webhooks/test-mode/disable');
  });

  it('does not exist for others, and ends for who may no longer look', async () => {
    const webhook = await someone.subscribe(`${receiver.url}/private`);
    const stranger = await newSubscriber(gateway);
    expect((await listen(gateway, stranger, webhook.id)).status).toBe(404);
    const listening = await listen(other, someone, webhook.id);
    // A change of settings ends every stream; the client connects again.
    await someone.as('POST', '/webhooks/test-mode/enable');
    await expect.poll(listening.isOver).toBe(true);
    await someone.as('POST', '/webhooks/test-mode/disable');
  });
});
