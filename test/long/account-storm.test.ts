import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace, type Place } from '../harness/databases.ts';

const password = 'correct horse battery';
const rounds = 4;
const phaseMs = 2_500;
/** A second: twelve times what RATE_LIMIT_AUTH leaves to one address. */
const rate = 60;

describe.each(engines)('a storm of the open routes of accounts on %s', (engine) => {
  let place: Place;
  let child: ChildGateway;
  beforeAll(async () => {
    place = await newPlace(engine);
    child = await startChildGateway({
      ...place.settings,
      DATA_DIR: place.mailDirectory ?? '',
      TRUST_PROXY: '127.0.0.1',
    });
  });
  afterAll(async () => {
    await child.end('SIGTERM');
    await place.remove();
  });

  async function post(path: string, body: object, address: string): Promise<{ status: number; ms: number }> {
    const began = performance.now();
    const answer = await fetch(`${child.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.text();
    return { status: answer.status, ms: performance.now() - began };
  }
  let made = 0;
  /** Nobody's address twice: no limit by address stops it. */
  const newAddress = () => `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made++ & 255}`;
  const kinds = [
    () => post('/auth/password/forgot', { email: 'ada@example.com' }, newAddress()),
    () => post('/auth/password/forgot', { email: `nobody-${made}@example.com` }, newAddress()),
    () => post('/auth/password/reset', { token: 'wrong', newPassword: password }, newAddress()),
    () => post('/auth/login/mfa', { mfaToken: 'wrong', code: '000000' }, newAddress()),
    () => post('/auth/email/verify', { token: 'wrong' }, newAddress()),
    () => post('/auth/sessions/end', { refreshToken: 'wrong' }, newAddress()),
  ];

  /** Somebody at an address of their own, who logs in and registers as people do. */
  async function others(forMs: number): Promise<number[]> {
    const times: number[] = [];
    for (const end = Date.now() + forMs; Date.now() < end; ) {
      const login = await post('/auth/login', { email: 'ada@example.com', password }, '192.0.2.1');
      expect(login.status).toBe(200);
      const register = await post(
        '/auth/register',
        { email: `new-${engine}-${made++}@example.com`, password },
        '192.0.2.1',
      );
      expect(register.status).toBe(201);
      times.push(login.ms, register.ms);
    }
    return times;
  }
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);

  it('from ever new addresses leaves logging in and registering as fast for others', { timeout: 120_000 }, async () => {
    await post('/auth/register', { email: 'ada@example.com', password }, '192.0.2.1');
    const times: { quiet: number[]; stormy: number[] } = { quiet: [], stormy: [] };
    const seen = new Map<number, number>();
    const sent: Promise<void>[] = [];
    // In turns, so that what else the machine does hits both alike.
    for (let round = 0; round < rounds; round += 1) {
      times.quiet.push(...(await others(phaseMs)));
      const storm = setInterval(() => {
        const next = kinds[sent.length % kinds.length]?.() ?? Promise.reject(new Error('no kind'));
        sent.push(next.then(({ status }) => void seen.set(status, (seen.get(status) ?? 0) + 1)));
      }, 1_000 / rate);
      times.stormy.push(...(await others(phaseMs)));
      clearInterval(storm);
      await Promise.all(sent);
    }
    const [quiet, stormy] = [median(times.quiet), median(times.stormy)];
    const requests = [...seen.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `account storm on ${engine}: ${requests} requests (${JSON.stringify([...seen])}); login and register ${quiet} ms before, ${stormy} ms meanwhile\n`,
    );
    expect([...seen.keys()].sort()).toEqual([202, 400, 401]);
    expect(requests).toBeGreaterThan(300);
    // Twice a quiet moment's, and what a shared machine adds.
    expect(stormy).toBeLessThan(2 * quiet + 300);
  });
});
