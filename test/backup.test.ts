import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPlace, type Place } from './harness/databases.ts';
import { jwtSecret, startGateway, type TestGateway } from './harness/gateway.ts';
import { actingAs } from './harness/people.ts';
import { runScript } from './harness/run-script.ts';
import { newTalker, say, startTalking, type Talker, type Talking } from './harness/talking.ts';

let place: Place;
let talking: Talking;
let talker: Talker;
let restored: TestGateway | undefined;
beforeAll(async () => {
  place = await newPlace('sqlite');
  talking = await startTalking('sqlite');
  talker = await newTalker(talking.gateway);
});
afterAll(async () => {
  await restored?.stop();
  await talking.stop();
  await place.remove();
});

const backUpTo = (file: string) =>
  runScript('backup.ts', [file], {
    JWT_SECRET: jwtSecret,
    DATA_DIR: talking.gateway.place.settings.DATA_DIR,
  }).ended;

it('a backup under load contains everything that was acknowledged before it, and a gateway starts from it', async () => {
  const folder = place.settings.DATA_DIR ?? '';
  const file = join(folder, 'backup.db');
  const acknowledged: string[] = [];
  let isOver = false;
  const talk = async (number: number): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) {
      const message = `message${number}x${turn}`;
      await say(talker, message, { surface: `s${number}` });
      acknowledged.push(message);
      await sleep(5);
    }
  };
  const load = [1, 2, 3].map(talk);
  await expect.poll(() => acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(20);
  const before = [...acknowledged];
  const { code, output } = await backUpTo(file);
  const during = acknowledged.length - before.length;
  isOver = true;
  await Promise.all(load);
  expect(code, output).toBe(0);
  // The backup was taken while turns went on, and did not block them.
  expect(during).toBeGreaterThan(5);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect([existsSync(`${file}.partial`), existsSync(`${file}-wal`)]).toEqual([false, false]);

  const elsewhere = join(folder, 'restored');
  mkdirSync(elsewhere);
  copyFileSync(file, join(elsewhere, 'gateway.db'));
  restored = await startGateway('sqlite', {
    place: { settings: { DATA_DIR: elsewhere }, remove: async () => undefined },
  });
  const act = actingAs(restored, talker);
  const { data: sessions } = (await act<{ data: { id: string }[] }>('GET', '/sessions')).body;
  const kept = new Set<string>();
  for (const { id } of sessions) {
    let before = '';
    for (;;) {
      const path = `/sessions/${id}?limit=200${before}`;
      const page = (await act<{ messages: { seq: number; content: string }[]; hasMore: boolean }>('GET', path)).body;
      for (const { content } of page.messages) kept.add(content);
      if (!page.hasMore) break;
      before = `&before=${page.messages[0]?.seq}`;
    }
  }
  expect(before.filter((message) => !kept.has(message) || !kept.has(`Echo: ${message}`))).toEqual([]);
  const found = await act<{ data: unknown[] }>('GET', `/sessions/search/messages?q=${before[0]}`);
  expect(found.body.data).toHaveLength(2);
});

it('a backup overwrites no file, and refuses PostgreSQL', async () => {
  const file = join(place.settings.DATA_DIR ?? '', 'gateway.db');
  expect(await backUpTo(file)).toMatchObject({ code: 1, output: expect.stringContaining('exists already') });
  const postgres = runScript('backup.ts', [`${file}.copy`], {
    JWT_SECRET: jwtSecret,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(await postgres.ended).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump') });
});
