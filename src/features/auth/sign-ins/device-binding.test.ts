import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { jwtSecret, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { claimsOf, forgeToken, sha256Hex } from '../../../../test/harness/tokens.ts';

type Pair = { accessToken: string; refreshToken: string };
const browser = 'Mozilla/5.0 (test)';
const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
const fromIpv4 = { 'user-agent': browser, 'x-forwarded-for': '203.0.113.7' };
const fromIpv6 = { 'user-agent': browser, 'x-forwarded-for': '2001:db8:1:2:aaaa::1' };

describe.each(engines)('device binding on %s', (engine) => {
  const clock = createFakeClock();
  const settings = { BIND_JWT_TO_DEVICE: 'on', TRUST_PROXY: '127.0.0.1' };
  let place: Place;
  let gateway: TestGateway;
  let pair: Pair;

  beforeAll(async () => {
    place = await newPlace(engine);
    gateway = await startGateway(engine, { clock, place, settings });
    pair = (await gateway.call<Pair>('POST', '/auth/register', { body: credentials, headers: fromIpv4 })).body;
  });
  afterAll(async () => {
    await gateway.stop();
    await place.remove();
  });

  const me = (token: string, headers: Record<string, string>) => gateway.call('GET', '/auth/me', { token, headers });
  const refresh = (refreshToken: string, headers: Record<string, string>) =>
    gateway.call<Pair>('POST', '/auth/refresh', { body: { refreshToken }, headers });
  const at = (address: string) => ({ 'user-agent': browser, 'x-forwarded-for': address });
  const mismatch = { status: 401, body: { code: 'device_mismatch' } };
  const bound = (dfp?: string) => {
    const { uid, iat } = claimsOf(pair.accessToken);
    const claims = { uid, sub: uid, iat, exp: Number(iat) + 900, dfp };
    return forgeToken({ claims, secret: jwtSecret });
  };

  it('puts the SHA-256 of user agent and subnet into the access token, and only there', async () => {
    expect(Object.keys(claimsOf(pair.accessToken)).sort()).toEqual(['dfp', 'exp', 'iat', 'sub', 'uid']);
    expect(claimsOf(pair.accessToken).dfp).toBe(sha256Hex(`${browser}\n203.0.113.0/24`));
    expect(claimsOf(pair.refreshToken)).not.toHaveProperty('dfp');
  });

  it('accepts the token from its device, anywhere in its /24', async () => {
    for (const address of ['203.0.113.7', '203.0.113.250', '::ffff:203.0.113.9', '::ffff:cb00:7109'])
      expect((await me(pair.accessToken, at(address))).status).toBe(200);
  });

  it('refuses it from another user agent, another subnet, and where either is missing', async () => {
    expect(await me(pair.accessToken, { ...fromIpv4, 'user-agent': 'curl/8' })).toMatchObject(mismatch);
    expect(await me(pair.accessToken, { ...fromIpv4, 'user-agent': '' })).toMatchObject(mismatch);
    for (const address of ['203.0.114.7', '203.0.112.7', '::ffff:203.0.114.7', '2001:db8::1', '127.0.0.1', 'nonsense'])
      expect(await me(pair.accessToken, at(address))).toMatchObject(mismatch);
    expect(await me(pair.accessToken, { 'user-agent': browser })).toMatchObject(mismatch);
    expect(await me(bound(), fromIpv4)).toMatchObject(mismatch);
  });

  it('refreshes for its device only: another is refused, uses nothing up and ends nothing', async () => {
    for (const other of [fromIpv6, at('203.0.114.7'), { ...fromIpv4, 'user-agent': 'curl/8' }])
      expect(await refresh(pair.refreshToken, other)).toMatchObject(mismatch);
    const { status, body } = await refresh(pair.refreshToken, at('203.0.113.250'));
    expect(status).toBe(200);
    expect(claimsOf(body.accessToken).dfp).toBe(claimsOf(pair.accessToken).dfp);
    expect(await refresh(body.refreshToken, fromIpv6)).toMatchObject(mismatch);
    // A used token is refused on every device; sent long afterwards it counts as theft and ends the login.
    clock.advance(11_000);
    const spent = { status: 401, body: { code: 'token_revoked' } };
    expect(await refresh(pair.refreshToken, fromIpv6)).toMatchObject(spent);
    expect(await refresh(body.refreshToken, fromIpv4)).toMatchObject(spent);
    const entries = await gateway.gateway.database.all<{ action: string }>(
      "SELECT action FROM audit_log WHERE outcome = 'failure' ORDER BY seq",
    );
    const foreign = 'auth.foreign_device';
    expect(entries.map(({ action }) => action)).toEqual([foreign, foreign, foreign, foreign, 'auth.token_theft']);
  });

  it('binds an IPv6 device to its /64', async () => {
    const { body } = await gateway.call<Pair>('POST', '/auth/login', { body: credentials, headers: fromIpv6 });
    expect(claimsOf(body.accessToken).dfp).toBe(sha256Hex(`${browser}\n20010db800010002::/64`));
    for (const address of ['2001:db8:1:2::', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'])
      expect((await me(body.accessToken, at(address))).status).toBe(200);
    for (const address of ['2001:db8:1:3:aaaa::1', '2001:db8:1::1', '203.0.113.7'])
      expect(await me(body.accessToken, at(address))).toMatchObject(mismatch);
    expect(await refresh(body.refreshToken, at('2001:db8:1:3::1'))).toMatchObject(mismatch);
    pair = body;
  });

  it('believes no X-Forwarded-For without TRUST_PROXY', async () => {
    await gateway.stop();
    gateway = await startGateway(engine, { clock, place, settings: { BIND_JWT_TO_DEVICE: 'on' } });
    const local = bound(sha256Hex(`${browser}\n127.0.0.0/24`));
    const remote = bound(sha256Hex(`${browser}\n203.0.113.0/24`));
    expect((await me(local, fromIpv4)).status).toBe(200);
    expect(await me(remote, fromIpv4)).toMatchObject(mismatch);
  });

  it('is off unless asked for', async () => {
    await gateway.stop();
    gateway = await startGateway(engine, { clock, place });
    const { body } = await refresh(pair.refreshToken, fromIpv4);
    expect(claimsOf(body.accessToken)).not.toHaveProperty('dfp');
    expect((await me(body.accessToken, { 'user-agent': 'anything' })).status).toBe(200);
    expect((await me(bound('made when it was on'), { 'user-agent': 'anything' })).status).toBe(200);
  });

  it('takes a login from before it was on, which is then the device’s that refreshes it first', async () => {
    const { body } = await gateway.call<Pair>('POST', '/auth/login', { body: credentials, headers: fromIpv4 });
    await gateway.stop();
    gateway = await startGateway(engine, { clock, place, settings });
    const first = await refresh(body.refreshToken, fromIpv6);
    expect(first.status).toBe(200);
    expect(await refresh(first.body.refreshToken, fromIpv4)).toMatchObject(mismatch);
    expect((await refresh(first.body.refreshToken, fromIpv6)).status).toBe(200);
  });
});
