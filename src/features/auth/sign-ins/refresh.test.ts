import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { livingTokens, newSession, refreshWith, rotate } from '../../../../test/harness/sessions.ts';
import { claimsOf, sha256Hex } from '../../../../test/harness/tokens.ts';

const settings = { RATE_LIMIT_AUTH: '100000' };

describe.each(engines)('refresh tokens on %s', (engine) => {
  const clock = createFakeClock();
  let gateway: TestGateway;
  let ada: Person;
  let session: string;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings });
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    session = await newSession(gateway, clock, ada.id);
  });

  const refresh = (token: string) => refreshWith(gateway, token);
  const isRevoked = async (token: string) =>
    expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
  const familyOf = (token: string) => String(claimsOf(token).jti).split('.')[0] ?? '';
  const thefts = (token: string) =>
    gateway.gateway.database.all<{ user_id: string; detail: string; ip: string; outcome: string }>(
      "SELECT user_id, detail, ip, outcome FROM audit_log WHERE action = 'auth.token_theft' AND target = $1",
      [familyOf(token)],
    );

  it('are exchanged for a new pair, once', async () => {
    const { status, body } = await refresh(ada.refreshToken);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['accessToken', 'refreshToken']);
    expect(body.refreshToken).not.toBe(ada.refreshToken);
    expect((await gateway.call('GET', '/auth/me', { token: body.accessToken })).body.id).toBe(ada.id);
    await isRevoked(ada.refreshToken);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  it('are stored as SHA-256 digests with a revoked marker, never themselves', async () => {
    const next = await rotate(gateway, session);
    const rows = await gateway.gateway.database.all<{ digest: string; revoked_at: number | null }>(
      'SELECT * FROM refresh_tokens WHERE family_id = $1',
      [familyOf(session)],
    );
    const marks = new Map(rows.map(({ digest, revoked_at }) => [digest, revoked_at]));
    expect(marks).toEqual(
      new Map([
        [sha256Hex(session), clock.now()],
        [sha256Hex(next), null],
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain(next.split('.')[2]);
  });

  it('give one winner to twenty that refresh at once, and the winner goes on', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ status }) => status === 401).length).toBe(19);
    const winner = answers.find(({ status }) => status === 200)?.body.refreshToken ?? '';
    expect((await refresh(winner)).status).toBe(200);
    expect(await thefts(session)).toEqual([]);
  });

  it('that are shown again within ten seconds are refused without harm', async () => {
    const next = await rotate(gateway, session);
    clock.advance(10_000);
    await isRevoked(session);
    expect((await refresh(next)).status).toBe(200);
    expect(await thefts(session)).toEqual([]);
  });

  it('that are shown again later end every descendant and leave an audit entry', async () => {
    const otherLogin = await newSession(gateway, clock, ada.id);
    const second = await rotate(gateway, session);
    const third = await rotate(gateway, second);
    clock.advance(10_001);
    const fourth = await rotate(gateway, third);
    await isRevoked(session);
    for (const descendant of [second, third, fourth]) await isRevoked(descendant);
    expect(await thefts(session)).toEqual([
      { user_id: ada.id, detail: '{"ended":1}', ip: '127.0.0.1', outcome: 'failure' },
    ]);
    // A theft in one login is no theft in another; the access token lives its quarter of an hour.
    expect((await refresh(otherLogin)).status).toBe(200);
    expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).status).toBe(200);
  });

  it('of the middle of a chain, shown again, end the newest too', async () => {
    const second = await rotate(gateway, session);
    const third = await rotate(gateway, second);
    clock.advance(11_000);
    await isRevoked(second);
    await isRevoked(third);
  });

  it('leave none alive when a theft is found while the newest is rotated', async () => {
    for (let round = 0; round < 10; round += 1) {
      const stolen = await newSession(gateway, clock, ada.id);
      const newest = await rotate(gateway, stolen);
      clock.advance(11_000);
      const requests = [() => refresh(stolen), () => refresh(newest)];
      const answers = await Promise.all((round % 2 ? requests : requests.reverse()).map((send) => send()));
      for (const { status, body } of answers) if (status === 200) await isRevoked(body.refreshToken);
      await isRevoked(newest);
      expect((await thefts(stolen)).length).toBe(1);
    }
  });

  it('all end at logout, in every login of the person, while the access token goes on', async () => {
    const elsewhere = await rotate(gateway, await newSession(gateway, clock, ada.id));
    const { accessToken, refreshToken } = (await refresh(session)).body;
    const { status, text } = await gateway.call('POST', '/auth/logout', { token: accessToken });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const token of [refreshToken, elsewhere]) await isRevoked(token);
    expect(await livingTokens(gateway, ada.id)).toBe(0);
    expect((await gateway.call('GET', '/auth/me', { token: accessToken })).status).toBe(200);
    expect((await gateway.call('POST', '/auth/logout', { token: accessToken })).status).toBe(204);
  });

  it('leave none alive when the person logs out while a client refreshes', async () => {
    const { accessToken } = (await refresh(session)).body;
    for (let round = 0; round < 10; round += 1) {
      const sessions = await Promise.all([1, 2, 3].map(() => newSession(gateway, clock, ada.id)));
      const logout = () => gateway.call('POST', '/auth/logout', { token: accessToken });
      const requests = sessions.map((token) => () => refresh(token));
      requests.splice(round % 4, 0, logout as never);
      const statuses = (await Promise.all(requests.map((send) => send()))).map(({ status }) => status);
      expect(statuses).toContain(204);
      expect(statuses.every((status) => [200, 204, 401].includes(status))).toBe(true);
      expect(await livingTokens(gateway, ada.id)).toBe(0);
    }
  });

  it('are refused once they have expired, which is no theft', async () => {
    const next = await rotate(gateway, session);
    clock.advance(7 * 86_400_000);
    for (const token of [session, next])
      expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
    expect(await thefts(session)).toEqual([]);
  });

  it('of a family that is not the person’s are refused', async () => {
    const row = 'UPDATE refresh_families SET user_id = $2 WHERE id = $1';
    const bob = await gateway.person();
    await gateway.gateway.database.run(row, [familyOf(session), bob.id]);
    await isRevoked(session);
  });

  it.each([{}, { refreshToken: '' }, { refreshToken: 7 }, { refreshToken: 'x'.repeat(5_000) }])(
    'are asked for when the body is %j',
    async (body) => {
      expect((await gateway.call('POST', '/auth/refresh', { body })).status).toBe(400);
    },
  );
});

describe('refresh tokens over two nodes on one PostgreSQL', () => {
  it('give one winner to twenty that refresh at once, and lose none to a logout', async () => {
    const clock = createFakeClock();
    const first = await startGateway('postgres', { clock, settings });
    const second = await startGateway('postgres', { clock, settings, place: first.place });
    const ada = await first.person();
    for (let round = 0; round < 5; round += 1) {
      const session = await newSession(first, clock, ada.id);
      const tries = Array.from({ length: 20 }, (_, n) => refreshWith(n % 2 ? first : second, session));
      const answers = await Promise.all(tries);
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(answers.filter(({ status }) => status === 401).length).toBe(19);
      const winner = answers.find(({ status }) => status === 200)?.body.refreshToken ?? '';
      const [rotated] = await Promise.all([
        refreshWith(first, winner),
        second.call('POST', '/auth/logout', { token: ada.accessToken }),
      ]);
      expect([200, 401]).toContain(rotated.status);
      expect(await livingTokens(first, ada.id)).toBe(0);
    }
    await second.stop();
    await first.stop();
  });
});
