import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newChannel, sendTo } from '../../../test/harness/channels.ts';
import { engines, newPlace } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver, verifySignature } from '../../../test/harness/webhook-receiver.ts';

describe.each(engines)('answers that go to an address, on %s', (engine) => {
  let fake: FakeModel;
  let receiver: Receiver;
  let gateway: TestGateway;
  let ada: Talker;
  const settings = () => ({ OPENAI_COMPATIBLE_BASE_URL: fake.url, WEBHOOK_RETRY_DELAYS: '50ms,50ms' });

  beforeAll(async () => {
    fake = await startFakeModel();
    receiver = await startReceiver();
    gateway = await startGateway(engine, { settings: settings() });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
  });
  beforeEach(() => {
    fake.reset();
    receiver.reset();
  });
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
    await receiver?.stop();
  });

  it('are signed like a webhook, and retried until they are accepted', async () => {
    receiver.reply((_received, attempt) => ({ status: attempt < 3 ? 500 : 204 }));
    const channel = await newChannel(ada.act, { agentId: ada.agentId, replyUrl: `${receiver.url}/replies` });
    const accepted = await sendTo(gateway, channel, { message: 'Hello', from: 'one' });
    expect(accepted).toMatchObject({ status: 202, body: { status: 'accepted', runId: expect.any(String) } });
    const records = await receiver.waitFor(3);
    for (const record of records) {
      expect(verifySignature(channel.hmac.secret, record)).toBe(true);
      expect(record.headers['webhook-id']).toBe(accepted.body.runId);
      new Webhook(channel.hmac.secret).verify(record.rawBody.toString(), record.headers as Record<string, string>);
    }
    expect(records[2]?.json).toMatchObject({
      event: 'channel.reply',
      data: {
        channelId: channel.id,
        from: 'one',
        runId: accepted.body.runId,
        sessionId: accepted.body.sessionId,
        status: 'completed',
        content: 'Echo: Hello',
        error: null,
      },
    });
    const repeated = await sendTo(gateway, channel, { message: 'Hello', from: 'one' });
    expect(repeated.body).toEqual(accepted.body);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  });

  it('tell of a failed run, and wait while a run waits for an approval', async () => {
    const channel = await newChannel(ada.act, { agentId: ada.agentId, replyUrl: `${receiver.url}/replies` });
    fake.script({ status: 401 });
    await sendTo(gateway, channel, { message: 'Fail', from: 'one' });
    const [failed] = await receiver.waitFor(1);
    expect(failed?.json.data).toMatchObject({ status: 'failed', error: { code: 'model_error' } });

    const careful = await ada.newAgent({
      provider: 'openai-compatible',
      model: 'fake-model',
      tools: ['calculator'],
      approvals: ['calculator'],
    });
    await ada.act('PUT', `/channels/${channel.id}`, { agentId: careful });
    fake.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '2*3' } }] }, 'Six.');
    await sendTo(gateway, channel, { message: '2*3?', from: 'one' });
    type Approvals = { data: { id: string }[] };
    const pending = async () => (await ada.act<Approvals>('GET', '/approvals?status=pending')).body.data[0]?.id;
    await expect.poll(pending, { timeout: 40_000 }).toBeTruthy();
    await ada.act('POST', `/approvals/${await pending()}/resolve`, { decision: 'approve' });
    const [, answered] = await receiver.waitFor(2, 15_000);
    expect(answered?.json.data).toMatchObject({ status: 'completed', content: 'Six.' });
  });

  it('are not delayed by slow replies of others', async () => {
    const channel = await newChannel(ada.act, { agentId: ada.agentId, replyUrl: `${receiver.url}/replies` });
    const held = Promise.withResolvers<string>();
    fake.reply(({ body }) => (body.messages?.at(-1)?.content === 'slow' ? held.promise : undefined));
    const slow = 70;
    await Promise.all(
      Array.from({ length: slow }, (_, n) => sendTo(gateway, channel, { message: 'slow', from: `slow ${n}` })),
    );
    await fake.waitFor(slow, 10_000);
    await sendTo(gateway, channel, { message: 'quick', from: 'quick' });
    const [first] = await receiver.waitFor(1, 5_000);
    expect(first?.json.data).toMatchObject({ from: 'quick', content: 'Echo: quick' });
    held.resolve('at last');
    const senders = (await receiver.waitFor(slow + 1, 10_000)).map(({ json }) => (json.data as { from: string }).from);
    expect(new Set(senders).size).toBe(slow + 1);
  });

  it('survive a restart between the message and the answer', async () => {
    const place = await newPlace(engine);
    const first = await startGateway(engine, { settings: { ...settings(), SHUTDOWN_TIMEOUT: '2s' }, place });
    const bob = await newTalker(first, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
    const channel = await newChannel(bob.act, { agentId: bob.agentId, replyUrl: `${receiver.url}/after` });
    fake.script({ hang: true });
    const accepted = await sendTo(first, channel, { message: 'Are you there?', from: 'one' });
    expect(accepted.status).toBe(202);
    await fake.waitFor(1);
    await first.stop();
    const second = await startGateway(engine, { settings: settings(), place });
    const [record] = await receiver.waitFor(1, 20_000);
    expect(record?.json.data).toMatchObject({ runId: accepted.body.runId, content: 'Echo: Are you there?' });
    await second.stop();
    await place.remove();
  });
});
