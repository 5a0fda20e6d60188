import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTestClock } from '../../../../test/harness/job-nodes.ts';
import { type QuickPerson, quickPerson } from '../../../../test/harness/people.ts';

type Pair = { accessToken: string; refreshToken: string };
type SignIns = { data: { id: string; device: string; address: string; how: string; lastUsedAt: string }[] };

describe.each(engines)('sign-ins on %s', (engine) => {
  const clock = newTestClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => gateway.stop());

  const from = (device: string, address: string) => ({ 'user-agent': device, 'x-forwarded-for': address });
  const login = async ({ email, password }: QuickPerson, device = 'Test', address = '192.0.2.1') =>
    (await gateway.call<Pair>('POST', '/auth/login', { body: { email, password }, headers: from(device, address) }))
      .body;
  const refresh = (refreshToken: string, device = 'Test', address = '192.0.2.1') =>
    gateway.call<Pair>('POST', '/auth/refresh', { body: { refreshToken }, headers: from(device, address) });
  const list = async ({ accessToken: token }: { accessToken: string }) =>
    (await gateway.call<SignIns>('GET', '/auth/sessions', { token })).body.data;
  const end = async ({ accessToken: token }: QuickPerson, id: string) =>
    (await gateway.call('DELETE', `/auth/sessions/${id}`, { token })).status;

  it('are listed with device, address and when they were used last', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    await login(ada, 'Firefox', '192.0.2.1');
    clock.offsetMs += 60_000;
    const phone = await login(ada, 'Phone', '192.0.2.2');
    expect(await list(ada)).toMatchObject([
      { id: expect.stringMatching(/^fam_/), device: 'Phone', address: '192.0.2.2', how: 'password' },
      { device: 'Firefox', address: '192.0.2.1' },
    ]);
    clock.offsetMs += 60_000;
    const before = (await list(ada))[0]?.lastUsedAt ?? '';
    expect((await refresh(phone.refreshToken, 'Phone 2', '198.51.100.7')).status).toBe(200);
    const [moved] = await list(ada);
    expect(moved).toMatchObject({ device: 'Phone 2', address: '198.51.100.7' });
    expect(Date.parse(moved?.lastUsedAt ?? '') - Date.parse(before)).toBeGreaterThanOrEqual(60_000);
  });

  it('are not told apart by a thief’s attempt: a replay changes neither device nor address', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const first = await login(ada, 'Mine', '192.0.2.1');
    await refresh(first.refreshToken, 'Mine', '192.0.2.1');
    expect((await refresh(first.refreshToken, 'Thief', '203.0.113.9')).status).toBe(401);
    expect(await list(ada)).toMatchObject([{ device: 'Mine', address: '192.0.2.1' }]);
  });

  it('end one by one; others go on, and nobody ends somebody else’s', async () => {
    const [ada, bob] = [await quickPerson(gateway, 'ada', clock), await quickPerson(gateway, 'bob', clock)];
    const [one, two] = [await login(ada, 'One'), await login(ada, 'Two')];
    const id = (await list(ada)).find(({ device }) => device === 'One')?.id ?? '';
    expect(await end(bob, id)).toBe(404);
    expect(await end(ada, id)).toBe(204);
    expect(await end(ada, id)).toBe(404);
    expect((await refresh(one.refreshToken)).status).toBe(401);
    expect((await refresh(two.refreshToken)).status).toBe(200);
    expect((await list(ada)).map(({ device }) => device)).toEqual(['Test']);
    const actions = await gateway.gateway.database.all<{ action: string; target: string }>(
      "SELECT action, target FROM audit_log WHERE user_id = $1 AND action = 'auth.sign_in_end'",
      [ada.id],
    );
    expect(actions).toEqual([{ action: 'auth.sign_in_end', target: id }]);
  });

  it('end by their refresh token, which may be sent again; a forged one ends nothing', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    const [one, two] = [await login(ada), await login(ada)];
    const endOf = async (refreshToken: string) =>
      (await gateway.call('POST', '/auth/sessions/end', { body: { refreshToken } })).status;
    expect(await endOf(`${two.refreshToken.slice(0, -4)}AAAA`)).toBe(401);
    expect(await endOf(two.accessToken)).toBe(401);
    expect([await endOf(one.refreshToken), await endOf(one.refreshToken)]).toEqual([204, 204]);
    expect((await refresh(one.refreshToken)).status).toBe(401);
    expect((await refresh(two.refreshToken)).status).toBe(200);
  });

  it('are no longer listed once they have expired, and a user agent is cut', async () => {
    const ada = await quickPerson(gateway, 'ada', clock);
    await login(ada, 'x'.repeat(5_000));
    expect((await list(ada))[0]?.device).toHaveLength(300);
    clock.offsetMs += 7 * 86_400_000 + 1_000;
    expect(await list(ada)).toEqual([]);
  });

  it('end in the console: signing out there ends the sign-in of its cookie', async () => {
    const { email, password, accessToken } = await quickPerson(gateway, 'ada', clock);
    const opened = await gateway.call('POST', '/console/session', { body: { email, password } });
    const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
    expect(await list({ accessToken })).toHaveLength(1);
    expect((await gateway.call('DELETE', '/console/session', { headers: { cookie } })).status).toBe(204);
    expect(await list({ accessToken })).toEqual([]);
    expect((await gateway.call('POST', '/console/session/refresh', { headers: { cookie } })).status).toBe(401);
  });
});
