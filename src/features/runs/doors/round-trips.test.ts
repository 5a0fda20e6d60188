import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPlace, type Place } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { startTcpProxy, type TcpProxy } from '../../../../test/harness/tcp-proxy.ts';

let place: Place;
let proxy: TcpProxy;
let model: FakeModel;
let gateway: TestGateway;
let ada: Person;
let agentId: string;
beforeAll(async () => {
  place = await newPlace('postgres');
  const url = new URL(place.settings.DATABASE_URL ?? '');
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  model = await startFakeModel();
  gateway = await startGateway('postgres', {
    place: { ...place, settings: { DATABASE_URL: url.href } },
    settings: { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake' },
  });
  ada = await gateway.person();
  const created = await gateway.call<{ id: string }>('POST', '/agents', {
    token: ada.accessToken,
    body: { name: 'Brief', systemPrompt: 'Be brief.' },
  });
  agentId = created.body.id;
});
afterAll(async () => {
  await gateway?.stop();
  await model?.stop();
  await proxy?.stop();
  await place?.remove();
});

/** The node's own work, such as looking for due jobs, comes on top now and then: so the fewest of many turns. */
async function tripsOf(path: string, body: (n: number) => object): Promise<number> {
  const counted: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const before = proxy.trips();
    const answer = await gateway.call('POST', path, { token: ada.accessToken, body: { message: 'Hello', ...body(n) } });
    expect(answer.status).toBe(200);
    counted.push(proxy.trips() - before);
  }
  return Math.min(...counted);
}

// Authentication; the admission with the session; the arrival with the history; the end.
it('a turn takes four round trips to PostgreSQL', async () => {
  expect(await tripsOf('/agent/chat', (n) => ({ agentId, surface: `new-${n}` }))).toBe(4);
  expect(await tripsOf('/agent/chat', () => ({ agentId, surface: 'same' }))).toBe(4);
  expect(await tripsOf('/agent/chat/stream', () => ({ agentId, surface: 'same' }))).toBe(4);
  await gateway.call('POST', '/webhooks', {
    token: ada.accessToken,
    body: { url: 'https://203.0.113.1/hook', events: ['agent.failed'] },
  });
  expect(await tripsOf('/agent/chat', () => ({ agentId, surface: 'heard' }))).toBe(4);
});
