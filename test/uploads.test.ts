import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildGateway, startChildGateway } from './harness/child-gateway.ts';
import { countWhileOpen } from './harness/database-files.ts';
import { engines, newPlace, type Place } from './harness/databases.ts';
import { createFakeClock } from './harness/fake-clock.ts';
import { startGateway } from './harness/gateway.ts';
import { patienceMs } from './harness/talking.ts';
import { beginUpload, uploaderOf, uploadTogether } from './harness/uploads.ts';

/** `test/long/uploads.test.ts` is the same at full size. */
const uploads = 20;
const megabytes = 2;

describe.runIf(process.platform === 'linux').each(engines)('uploads to a process of its own on %s', (engine) => {
  let place: Place;
  let child: ChildGateway;
  beforeEach(async () => {
    place = await newPlace(engine);
    child = await startChildGateway({ ...place.settings, LOG_LEVEL: 'info' });
  });
  afterEach(async () => {
    await child.end('SIGKILL');
    await place.remove();
  });

  it('many at once take little memory and leave others their place', async () => {
    const { statuses, growthMegabytes, p99Ms, quietP99Ms, requests } = await uploadTogether(child, uploads, megabytes);
    expect(statuses).toEqual(statuses.map(() => 201));
    expect(growthMegabytes).toBeLessThan(100);
    expect(requests).toBeGreaterThan(20);
    // The limit of 100 ms is for a machine of its own; here the clients, other tests and the database share two cores.
    expect(p99Ms).toBeLessThan(1_000 + 10 * quietP99Ms);
  });

  it('that a kill -9 interrupts leave nothing after the next clean-up, and finished ones are whole', async () => {
    const { call, token } = await uploaderOf(child);
    const content = 'whole '.repeat(50_000);
    const whole = await call<{ id: string }>('POST', '/files?name=a.txt', {
      token,
      body: content,
      headers: { 'content-type': 'text/plain' },
    });
    expect(whole.status).toBe(201);
    const cut = Array.from({ length: 8 }, () => beginUpload(child, token, 2_000_000));
    for (const sending of cut) sending.write(Buffer.alloc(700_000, 'cut'));
    const stored =
      "SELECT count(*) AS n FROM file_chunks WHERE file_id IN (SELECT id FROM files WHERE state <> 'ready')";
    await expect.poll(() => countWhileOpen(place, stored)).toBeGreaterThan(20);
    await expect.poll(() => countWhileOpen(place, "SELECT count(*) AS n FROM files WHERE state <> 'ready'")).toBe(8);
    const closed = Promise.all(cut.map((sending) => new Promise((resolve) => sending.once('close', resolve))));
    await child.end('SIGKILL');
    await closed;

    const clock = createFakeClock(Date.now());
    const next = await startGateway(engine, { place: { ...place, remove: async () => undefined }, clock });
    const { database, recurring } = next.gateway;
    const count = async (sql: string) => Number((await database.get<{ n: number }>(sql))?.n);
    const unfinished = () => count("SELECT count(*) AS n FROM files WHERE state <> 'ready'");
    const orphans = () =>
      count("SELECT count(*) AS n FROM file_chunks WHERE file_id NOT IN (SELECT id FROM files WHERE state = 'ready')");
    expect(await unfinished()).toBe(8);
    expect(await orphans()).toBeGreaterThan(20);
    clock.advance(3_600_000);
    await recurring.wake();
    await expect.poll(async () => [await unfinished(), await orphans()], { timeout: patienceMs }).toEqual([0, 0]);
    const bytes = await database.all<{ bytes: Uint8Array }>(
      'SELECT bytes FROM file_chunks WHERE file_id = $1 ORDER BY position',
      [whole.body.id],
    );
    expect(Buffer.concat(bytes.map((chunk) => chunk.bytes)).toString()).toBe(content);
    await next.stop();
  });
});
