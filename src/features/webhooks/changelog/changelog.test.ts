import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Page, type Subscriber } from '../../../../test/harness/webhooks.ts';
import { createChangelogStore } from './changelog.store.ts';
import { createChangelog } from './changelog.ts';

type Change = { id: string; type: string };

/** Reads until `count` events have come, then hangs up. */
async function readStream({ url }: TestGateway, someone: Subscriber, count: number, lastEventId?: string) {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/changelog/stream`, {
    headers: {
      authorization: `Bearer ${someone.person.accessToken}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: hangUp.signal,
  });
  let text = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split('\n\n').length > count) break;
  }
  hangUp.abort();
  return { type: response.headers.get('content-type'), events: text.split('\n\n').filter(Boolean) };
}

describe.each(engines)('the changelog on %s', (engine) => {
  let gateway: TestGateway;
  let someone: Subscriber;
  beforeAll(async () => {
    gateway = await startGateway(engine);
    someone = await newSubscriber(gateway);
  });
  afterAll(() => gateway.stop());

  it('is listed, newest first, by page', async () => {
    const { body } = await someone.as<Page<Change>>('GET', '/changelog');
    const ids = body.data.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const first = await someone.as<Page<Change>>('GET', '/changelog?limit=1');
    const second = await someone.as<Page<Change>>('GET', `/changelog?limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.data, ...second.body.data]).toEqual(body.data.slice(0, 2));
  });

  it('is a stream that goes on after Last-Event-ID', async () => {
    const all = (await someone.as<Page<Change>>('GET', '/changelog')).body.data.toReversed();
    const { type, events } = await readStream(gateway, someone, all.length);
    expect(type).toContain('text/event-stream');
    expect(events).toEqual(
      all.map((change) => `id: ${change.id}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}`),
    );
    const [, ...rest] = events;
    expect((await readStream(gateway, someone, rest.length, all[0]?.id)).events).toEqual(rest);
  });

  it('tells those with a webhook of a deprecation, once', async () => {
    const receiver = await startReceiver();
    await someone.subscribe(`${receiver.url}/told`, { events: ['api.deprecated'] });
    const change = {
      id: 'chg_9999',
      at: '2027-01-01T00:00:00.000Z',
      type: 'api.deprecated' as const,
      title: 'Old chat',
      description: 'Use the new one.',
      endpoints: ['/agent/old'],
      sunsetAt: '2027-07-01T00:00:00.000Z',
    };
    const { database, publish } = gateway.gateway;
    const changelog = createChangelog({
      store: createChangelogStore(database),
      publish,
      clock: { now: Date.now },
      entries: [change],
    });
    await changelog.start();
    await changelog.start();
    const [told] = await receiver.waitFor(1);
    expect(told?.json).toMatchObject({ event: 'api.deprecated', data: change });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.records).toHaveLength(1);
    await receiver.stop();
  });

  it('does not keep the gateway from stopping', async () => {
    const other = await startGateway(engine);
    const reader = await newSubscriber(other);
    const response = await fetch(`${other.url}/changelog/stream`, {
      headers: { authorization: `Bearer ${reader.person.accessToken}` },
    });
    const ended = response.text();
    const began = performance.now();
    await other.stop();
    expect(await ended).toContain('chg_0001');
    expect(performance.now() - began).toBeLessThan(onThisMachine(3_000));
  });
});
