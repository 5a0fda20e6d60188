import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { type Answer, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { addressKey } from './rate-limits.ts';

/** A cheap request to a limited route. */
const attempt = ({ call }: TestGateway, headers: Record<string, string> = {}, path = '/auth/refresh') =>
  call('POST', path, { body: { refreshToken: 'nonsense' }, headers });

async function statuses(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const answers: number[] = [];
  for (let asked = 0; asked < count; asked += 1) answers.push((await ask()).status);
  return answers;
}

describe.each(engines)('the auth routes on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { RATE_LIMIT_AUTH: '5' } });
  });
  afterAll(() => gateway.stop());

  it('are limited together, per address and minute, with the headers of a rate limit', async () => {
    const paths = ['/auth/refresh', '/auth/login', '/auth/register', '/auth/token', '/auth/refresh'];
    for (const path of paths) expect([400, 401]).toContain((await attempt(gateway, {}, path)).status);
    clock.advance(12_500);
    for (const path of paths) {
      const { status, headers, body } = await attempt(gateway, {}, path);
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(headers.get('retry-after')).toBe('48');
      expect(headers.get('ratelimit-policy')).toBe('"auth";q=5;w=60');
      expect(headers.get('ratelimit')).toBe('"auth";r=0;t=48');
    }
    // Health checks and routes with their own limit are not affected.
    expect((await gateway.call('GET', '/health')).status).toBe(200);
    expect((await gateway.call('GET', '/auth/me')).status).toBe(401);

    clock.advance(47_400);
    expect((await attempt(gateway)).status).toBe(429);
    clock.advance(200);
    expect(await statuses(6, () => attempt(gateway))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('ignore an address in a header that any client can set', async () => {
    clock.advance(60_001);
    const forged = () =>
      attempt(gateway, {
        'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 255)}`,
        forwarded: 'for=192.0.2.1',
      });
    expect(await statuses(7, forged)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});

it('behind a trusted proxy each client has its own limit, and cannot choose another address', async () => {
  const gateway = await startGateway('sqlite', { settings: { RATE_LIMIT_AUTH: '2', TRUST_PROXY: 'loopback' } });
  const from = (forwarded: string) => () => attempt(gateway, { 'x-forwarded-for': forwarded });
  expect(await statuses(3, from('203.0.113.1'))).toEqual([401, 401, 429]);
  expect(await statuses(3, from('203.0.113.2'))).toEqual([401, 401, 429]);
  // Addresses to the left of the proxy's entry come from the client.
  expect(await statuses(1, from('198.51.100.7, 203.0.113.1'))).toEqual([429]);
  // Two spellings of one address, and addresses of one /64, count as one.
  expect(await statuses(1, from('::ffff:203.0.113.1'))).toEqual([429]);
  expect(await statuses(3, from('2001:db8:1:2::1'))).toEqual([401, 401, 429]);
  expect(await statuses(1, from('2001:db8:1:2:ffff::9'))).toEqual([429]);
  expect(await statuses(1, from('2001:db8:1:3::1'))).toEqual([401]);
  await gateway.stop();
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'unknown'],
])('the address %s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

describe.each(engines)('everything else on %s', (engine) => {
  it('is limited per user, not per address', async () => {
    const clock = createFakeClock(Date.now());
    const gateway = await startGateway(engine, { clock, settings: { RATE_LIMIT_USER: '10' } });
    const [ada, bob] = [await gateway.person(), await gateway.person()];
    clock.advance(60_001);
    const me = (token: string) => () => gateway.call('GET', '/auth/me', { token });
    expect(await statuses(11, me(ada.accessToken))).toEqual([...Array(10).fill(200), 429]);
    expect(await statuses(1, me(bob.accessToken))).toEqual([200]);
    const { headers, body } = await me(ada.accessToken)();
    expect([body.code, headers.get('ratelimit-policy')]).toEqual(['rate_limited', '"user";q=10;w=60']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    clock.advance(60_001);
    expect(await statuses(1, me(ada.accessToken))).toEqual([200]);
    await gateway.stop();
  });
});

it('two nodes on one database count together', async () => {
  const place = await newPlace('postgres');
  const clock = createFakeClock(Date.now());
  const settings = { RATE_LIMIT_USER: '10', RATE_LIMIT_AUTH: '8' };
  const nodes = [
    await startGateway('postgres', { place, clock, settings }),
    await startGateway('postgres', { place, clock, settings }),
  ] as const;
  const ada = await nodes[0].person();
  clock.advance(60_001);

  const spread = async (ask: (node: TestGateway) => Promise<Answer>, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, place) => ask(nodes[place % 2 === 0 ? 0 : 1])));
    return answers.map(({ status }) => status).sort();
  };
  const mine = await spread((node) => node.call('GET', '/auth/me', { token: ada.accessToken }), 16);
  expect(mine).toEqual([...Array(10).fill(200), ...Array(6).fill(429)]);
  const answers = await spread((node) => attempt(node), 12);
  expect(answers).toEqual([...Array(8).fill(401), ...Array(4).fill(429)]);
  await Promise.all(nodes.map((node) => node.stop()));
  await place.remove();
});

it('a high limit shared by two nodes is exceeded by little', async () => {
  const place = await newPlace('postgres');
  const settings = { RATE_LIMIT_USER: '400' };
  const nodes = await Promise.all([1, 2].map(() => startGateway('postgres', { place, settings })));
  const ada = await (nodes[0] as TestGateway).person();
  let served = 0;
  for (let round = 0; round < 60; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        (nodes[place % 2] as TestGateway).call('GET', '/auth/me', { token: ada.accessToken }),
      ),
    );
    served += answers.filter(({ status }) => status === 200).length;
  }
  expect(served).toBeGreaterThanOrEqual(380);
  expect(served).toBeLessThanOrEqual(440);
  await Promise.all(nodes.map((node) => node.stop()));
  await place.remove();
});
