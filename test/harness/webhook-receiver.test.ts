import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver, verifySignature } from './webhook-receiver.ts';

describe('the webhook receiver', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  beforeEach(() => receiver.reset());
  afterAll(() => receiver.stop());

  const post = (path: string, body: string, init: RequestInit = {}) =>
    fetch(receiver.url + path, { method: 'POST', body, ...init });

  it('keeps the received bytes, and checks their signature', async () => {
    const body = '{ "event": "agent.completed",  "data": {"é": 1} }';
    const signature = `sha256=${createHmac('sha256', 'whsec_1').update(body).digest('hex')}`;
    const waiting = receiver.waitFor(({ json }) => json.event === 'agent.completed');
    expect((await post('/hook', body, { headers: { 'x-service-signature': signature } })).status).toBe(200);
    const record = await waiting;
    expect(record.rawBody.toString()).toBe(body);
    expect(record).toMatchObject({ method: 'POST', path: '/hook', json: { data: { é: 1 } } });
    expect(verifySignature('whsec_1', record)).toBe(true);
    expect(verifySignature('whsec_2', record)).toBe(false);
    expect(verifySignature('whsec_1', { ...record, headers: {} })).toBe(false);
  });

  it('answers by path and by attempt', async () => {
    receiver.reply({ status: 410, body: 'gone' });
    receiver.replyAt('/flaky', (_received, attempt) => ({ status: attempt < 3 ? 503 : 204 }));
    receiver.replyAt('/moved', { redirect: '/elsewhere' });
    const statuses = [];
    for (let attempt = 1; attempt <= 3; attempt++) statuses.push((await post('/flaky', '{}')).status);
    expect(statuses).toEqual([503, 503, 204]);
    const moved = await post('/moved', '{}', { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
    expect(await (await post('/other', 'not json')).text()).toBe('gone');
    expect(receiver.records.at(-1)?.json).toEqual({});
    expect(await receiver.waitFor(5)).toHaveLength(5);
  });

  it('drops a connection, lets one hang, and reports received requests when a wait times out', async () => {
    receiver.replyAt('/drop', { drop: true });
    receiver.replyAt('/hang', { hang: true });
    receiver.replyAt('/slow', { delayMs: 60_000 });
    await expect(post('/drop', '{}')).rejects.toThrow('fetch failed');
    await expect(post('/hang', '{}', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
    await expect(post('/slow', '{}', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
    await expect(receiver.waitFor(4, 20)).rejects.toThrow(/within 20 ms; received:\n {2}POST \/drop/);
  });

  it('stops while a client still waits, and stops twice', async () => {
    const other = await startReceiver();
    other.reply({ hang: true });
    const waiting = expect(fetch(other.url, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed');
    await other.waitFor(1);
    await Promise.all([other.stop(), other.stop()]);
    await waiting;
  });
});
