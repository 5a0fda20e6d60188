import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { type Person, startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newSession, refreshWith, rotate } from '../../../../test/harness/sessions.ts';
import { sha256Hex } from '../../../../test/harness/tokens.ts';

const hourMs = 3_600_000;

describe.each(engines)('the cleanup at 3 AM on %s', (engine) => {
  // In the time zone of the process. Always 20 ms before some schedule is due, or the gateway would look again only
  // half a minute later: it waits in real time.
  const midnight = new Date(2026, 2, 10).getTime();
  const clock = createFakeClock(midnight - 20);
  let gateway: TestGateway;
  let ada: Person;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { JWT_REFRESH_EXPIRES: '2h' } });
    ada = await gateway.person();
  });
  afterAll(() => gateway.stop());

  const stored = async () => {
    const rows = await gateway.gateway.database.all<{ digest: string }>('SELECT digest FROM refresh_tokens');
    return new Set(rows.map(({ digest }) => digest));
  };

  it('deletes expired and revoked tokens, and a replay is still known for what it is', async () => {
    // Of 7 days, while those that the gateway makes here last two hours.
    const revoked = await newSession(gateway, clock, ada.id);
    const expired = await rotate(gateway, revoked);
    clock.set(midnight + 3 * hourMs - 10 * 60_000 - 20);
    const living = await newSession(gateway, clock, ada.id);
    const replayed = await newSession(gateway, clock, ada.id);
    const descendant = await rotate(gateway, replayed);
    const hasty = await newSession(gateway, clock, ada.id);
    clock.set(midnight + 3 * hourMs - 20);
    // Before the hour nothing may happen, however often the schedules are looked at.
    await new Promise((resolve) => setTimeout(resolve, 200));
    // A moment before the hour: its grace is not over, and it goes all the same.
    const hastened = await rotate(gateway, hasty);
    const tokens = [ada.refreshToken, revoked, expired, living, replayed, descendant, hasty, hastened];
    expect(await stored()).toEqual(new Set(tokens.map(sha256Hex)));

    clock.set(midnight + 3 * hourMs + 1_000);
    const left = new Set([living, descendant, hastened].map(sha256Hex));
    await vi.waitFor(async () => expect(await stored()).toEqual(left), { timeout: 40_000, interval: 20 });
    // Families without a token are gone with them.
    expect(await gateway.gateway.database.get('SELECT count(*) AS n FROM refresh_families')).toEqual({ n: 3 });

    expect((await refreshWith(gateway, living)).status).toBe(200);
    // Rotated 1.02 s ago: a client that lost its answer, whatever the deletion took.
    expect((await refreshWith(gateway, hasty)).status).toBe(401);
    expect((await refreshWith(gateway, replayed)).status).toBe(401);
    expect((await refreshWith(gateway, descendant)).status).toBe(401);
    const theft = "SELECT count(*) AS n FROM audit_log WHERE action = 'auth.token_theft'";
    expect(await gateway.gateway.database.get(theft)).toEqual({ n: 1 });
    // Its family is gone, so there is nothing left to steal.
    expect((await refreshWith(gateway, revoked)).status).toBe(401);
    expect(await gateway.gateway.database.get(theft)).toEqual({ n: 1 });
    clock.advance(10_000);
    expect((await refreshWith(gateway, hasty)).status).toBe(401);
    expect((await refreshWith(gateway, hastened)).status).toBe(401);
    expect(await gateway.gateway.database.get(theft)).toEqual({ n: 2 });
  });
});
