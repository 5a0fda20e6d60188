import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { quickPerson } from '../../../../test/harness/people.ts';
import { createPasswordQueue, passwordRounds } from './password-queue.ts';

/** Work that ends when it is told to, noted in the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    begin: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.push(() => resolve(name));
      }),
    async endOne() {
      ends.shift()?.();
      await nextTurn();
    },
  };
}
const outcome = (promise: Promise<string>) => promise.catch(({ code }: { code: string }) => code);

describe('the queue before passwords are compared', () => {
  it('lets addresses take turns: who comes alone waits for one round, not for a flood', async () => {
    const queue = createPasswordQueue();
    const work = createWork();
    const flood = Array.from({ length: 20 }, (_, index) => queue.inTurn('203.0.113.7', work.begin(`flood ${index}`)));
    const others = ['198.51.100.1', '2001:db8:9::1'].map((ip) => queue.inTurn(ip, work.begin(ip)));
    await nextTurn();
    const running = work.begun.length;
    for (let round = 0; round < 22; round += 1) await work.endOne();
    await Promise.all([...flood, ...others]);
    for (const ip of ['198.51.100.1', '2001:db8:9::1'])
      expect(work.begun.indexOf(ip), ip).toBeLessThanOrEqual(running + 2);
  });

  it('takes a whole IPv6 network for one, and an address written as IPv6 for itself', async () => {
    const queue = createPasswordQueue();
    const work = createWork();
    const flood = Array.from({ length: 12 }, (_, index) => queue.inTurn(`2001:db8:1:2::${index}`, work.begin('flood')));
    flood.push(
      queue.inTurn('198.51.100.1', work.begin('first')),
      queue.inTurn('::ffff:198.51.100.1', work.begin('second')),
    );
    await nextTurn();
    for (let round = 0; round < 14; round += 1) await work.endOne();
    await Promise.all(flood);
    const [first, second] = [work.begun.indexOf('first'), work.begun.indexOf('second')];
    expect(first).toBeLessThan(6);
    // Between the two the network had its turn.
    expect(second).toBeGreaterThan(first + 1);
  });

  it('is bounded: the address that holds the most gives a place up, and hears 429', async () => {
    const queue = createPasswordQueue();
    const work = createWork();
    const flood = Array.from({ length: 200 }, (_, index) =>
      outcome(queue.inTurn('203.0.113.7', work.begin(`${index}`))),
    );
    await nextTurn();
    const other = outcome(queue.inTurn('198.51.100.1', work.begin('other')));
    for (let round = 0; round < 210; round += 1) await work.endOne();
    const refused = (await Promise.all(flood)).filter((end) => end === 'rate_limited').length;
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(180);
    expect(await other).toBe('other');
    // Nothing is left over: the next request is served at once.
    const late = queue.inTurn('203.0.113.7', work.begin('late'));
    await work.endOne();
    expect(await late).toBe('late');
  });
});

describe('logging in while somebody floods', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway('sqlite', { passwordRounds, settings: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => gateway.stop());

  it('from another address takes its turn among the first', { timeout: 150_000 }, async () => {
    const ada = await quickPerson(gateway, 'ada');
    let done = 0;
    const flood = Array.from({ length: 12 }, (_, index) =>
      gateway
        .call('POST', '/auth/login', {
          body: { email: `nobody-${index}@example.com`, password: 'wrong password' },
          headers: { 'x-forwarded-for': '203.0.113.7' },
        })
        .then(() => {
          done += 1;
        }),
    );
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(0);
    const { email, password } = ada;
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const answer = await gateway.call('POST', '/auth/login', { body: { email, password }, headers });
    expect(answer.status).toBe(200);
    // In the order of arrival it would be the last.
    expect(done).toBeLessThan(9);
    await Promise.all(flood);
  });
});
