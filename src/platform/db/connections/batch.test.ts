import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newPlace } from '../../../../test/harness/databases.ts';
import { openPostgres } from '../postgres.ts';
import { answerMs } from './connections.ts';

it('gives up a statement that is never answered, with its connection, and goes on with another', async () => {
  const place = await newPlace('postgres');
  onTestFinished(place.remove);
  const database = openPostgres({
    url: place.settings.DATABASE_URL ?? '',
    poolSize: 1,
    onIdleError: () => undefined,
  });
  onTestFinished(() => database.close());
  const [asked] = await database.all<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = Number(asked?.pid);
  onTestFinished(() => void process.kill(server, 'SIGCONT'));
  process.kill(server, 'SIGSTOP');
  const unanswered = database.get('SELECT 1 AS one');
  const refused = expect(unanswered).rejects.toMatchObject({ code: 'unavailable' });
  // It is sent by then.
  await sleep(100);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + answerMs);
  onTestFinished(() => void vi.restoreAllMocks());
  await refused;
  expect(await database.get('SELECT 2 AS two')).toEqual({ two: 2 });
});
