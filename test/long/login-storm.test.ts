import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from '../harness/child-gateway.ts';
import { engines, newPlace, type Place } from '../harness/databases.ts';
import { onThisMachine } from '../harness/this-machine.ts';

const credentials = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' });

// Passwords are hashed in threads, independent of the database; MATRIX=full tests both engines.
const stormed = process.env.MATRIX === 'full' ? engines : engines.slice(0, 1);

describe.each(stormed)('a hundred logins at once on %s', (engine) => {
  let place: Place;
  let child: ChildGateway;
  beforeAll(async () => {
    place = await newPlace(engine);
    child = await startChildGateway({ ...place.settings });
  });
  afterAll(async () => {
    await child.end('SIGTERM');
    await place.remove();
  });

  const post = (path: string) =>
    fetch(`${child.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: credentials,
      signal: AbortSignal.timeout(60_000),
    });

  it('are served or refused, none hangs, and other requests are not delayed', { timeout: 90_000 }, async () => {
    const { accessToken } = (await (await post('/auth/register')).json()) as { accessToken: string };
    const latencies: number[] = [];
    let storming = true;
    const me = async () => {
      while (storming) {
        const began = performance.now();
        const answer = await fetch(`${child.url}/auth/me`, { headers: { authorization: `Bearer ${accessToken}` } });
        await answer.text();
        latencies.push(performance.now() - began);
        expect(answer.status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const others = [me(), me(), me(), me()];
    const waits: number[] = [];
    const logins = Array.from({ length: 100 }, async () => {
      const began = performance.now();
      const answer = await post('/auth/login');
      const body = (await answer.json()) as { accessToken?: string; code?: string };
      waits.push(performance.now() - began);
      return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), body };
    });
    const answers = await Promise.all(logins);
    storming = false;
    await Promise.all(others);

    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    latencies.sort((a, b) => a - b);
    const percentile = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0);
    process.stdout.write(
      `login storm on ${engine}: ${served.length} served, ${refused.length} refused, the slowest after ` +
        `${Math.round(Math.max(...waits))} ms; ${latencies.length} GET /auth/me meanwhile: p50 ${percentile(0.5)} ms, ` +
        `p99 ${percentile(0.99)} ms, worst ${percentile(0.999_999)} ms\n`,
    );
    expect(served.length).toBeGreaterThanOrEqual(32);
    expect(served.length + refused.length).toBe(100);
    for (const { body } of served) expect(body.accessToken).toBeTruthy();
    for (const { body, retryAfter } of refused) {
      expect(body.code).toBe('rate_limited');
      expect(retryAfter).toBeGreaterThan(0);
    }
    expect(latencies.length).toBeGreaterThan(100);
    expect(percentile(0.99)).toBeLessThan(onThisMachine(250));
  });
});
