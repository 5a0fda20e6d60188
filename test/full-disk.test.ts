import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Engine } from '../src/platform/db/database.ts';
import { administer, engines, type Place } from './harness/databases.ts';
import { startPostgres } from './harness/postgres-server.ts';
import { mountSmallDisk, type SmallDisk } from './harness/small-disk.ts';
import { newTalker, patienceMs, startTalking, type Talker, type Talking } from './harness/talking.ts';
import { onThisMachine } from './harness/this-machine.ts';

/** The user that runs PostgreSQL when the tests run as root. */
const nobody = 65_534;

type SmallPlace = { place: Place; disk: SmallDisk };

/**
 * On PostgreSQL only the tables are on the small disk: without room for its write-ahead log the server would stop. The server
 * is this test's own: while it cannot write those tables, it can complete no checkpoint, so nobody can create a database.
 */
async function newSmallPlace(engine: Engine): Promise<SmallPlace | undefined> {
  const home = mkdtempSync(join(tmpdir(), 'gateway-full-'));
  chmodSync(home, 0o755);
  const folder = join(home, 'disk');
  mkdirSync(folder);
  const disk = mountSmallDisk(folder, engine === 'postgres' ? nobody : undefined);
  if (!disk) return void rmSync(home, { recursive: true });
  const leave = () => {
    disk.unmount();
    rmSync(home, { recursive: true });
  };
  if (engine === 'sqlite') {
    cpSync(inject('sqliteTemplate'), folder, { recursive: true });
    return { disk, place: { settings: { DATA_DIR: folder }, remove: async () => leave() } };
  }
  const server = await startPostgres();
  await administer(server.url('postgres'), `CREATE TABLESPACE small LOCATION '${folder}'`);
  await administer(server.url('postgres'), 'CREATE DATABASE small TABLESPACE small');
  const remove = async () => {
    await server.stop();
    leave();
  };
  return { disk, place: { settings: { DATABASE_URL: server.url('small') }, remove } };
}

const small = await newSmallPlace('sqlite');
await small?.place.remove();
if (!small) process.stdout.write('SKIPPED: the full disk, because no file system may be mounted here.\n');

describe.runIf(small).each(engines)('a full disk, on %s', { timeout: 90_000 }, (engine) => {
  let disk: SmallDisk;
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    const made = await newSmallPlace(engine);
    if (!made) throw new Error('The small disk could not be created a second time.');
    disk = made.disk;
    world = await startTalking(engine, { place: made.place });
    ada = await newTalker(world.gateway);
  });
  afterAll(() => world.stop());

  const health = () => world.gateway.call<{ status: string; checks: object }>('GET', '/health');
  const healthIs = (status: number) =>
    expect.poll(async () => (await health()).status, { timeout: patienceMs, interval: 250 }).toBe(status);
  /** Larger than the free space in any page. */
  const turn = (surface: string) =>
    ada.act<{ runId?: string; code?: string }>('POST', '/agent/chat', {
      agentId: ada.agentId,
      message: `${surface} `.repeat(2_000),
      surface,
    });

  it('is reported by /health, every turn under way is answered, and the gateway recovers when there is space', async () => {
    await healthIs(200);
    // Long enough to be assembled alone.
    world.model.reply(() => ({ text: 'Certainly. '.repeat(20_000), delayMs: 1_500 }));
    const calls = world.model.requests.length;
    const began = performance.now();
    // The second turn waits for the first: they are in one session.
    const underWay = ['one', 'one', 'another'].map((surface) => turn(surface));
    await expect.poll(() => world.model.requests.length, { timeout: patienceMs }).toBe(calls + 2);
    await expect
      .poll(async () => (await ada.act<{ data: object[] }>('GET', '/jobs')).body.data.length, { timeout: patienceMs })
      .toBe(underWay.length);
    disk.fill();
    await healthIs(503);
    expect((await health()).body).toMatchObject({ status: 'down', checks: { database: { status: 'down' } } });
    const answers = await Promise.all(underWay);
    expect(performance.now() - began).toBeLessThan(onThisMachine(15_000));
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body.runId).toMatch(/^run_/);
    }
    // The gateway still reads, and accepts no new work.
    expect((await ada.act('GET', '/sessions')).status).toBe(200);
    expect(await turn('new')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await healthIs(503);

    await sleep(500);
    disk.free();
    await healthIs(200);
    for (const { body } of answers)
      await expect
        .poll(async () => (await ada.act<{ status: string }>('GET', `/jobs/${body.runId}`)).body.status, {
          timeout: 60_000,
        })
        .toMatch(/completed|failed/);
    expect((await turn('after')).status).toBe(200);
  });
});
