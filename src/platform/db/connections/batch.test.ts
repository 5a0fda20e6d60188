import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newPlace } from '../../../../test/harness/databases.ts';
import { openPostgres } from '../postgres.ts';
import { answerMs } from './connections.ts';

const opened = async () => {
  const place = await newPlace('postgres');
  onTestFinished(place.remove);
  const url = place.settings.DATABASE_URL ?? '';
  const database = openPostgres({ url, poolSize: 1, onIdleError: () => undefined });
  onTestFinished(() => database.close());
  return database;
};

it('sends values of every kind and length as they are, and the next ones too', async () => {
  const database = await opened();
  // Around sizes that buffers have, and far above them.
  for (const length of [0, 1, 4_096, 4_097, 5_461, 5_462, 16_300, 16_384, 16_400, 2_000_000])
    for (const character of ['a', 'é', '漢', '🙂']) {
      const text = character.repeat(length);
      const bytes = Buffer.alloc(length, 0xff);
      const row = await database.get<{ text: string; none: null; bytes: Buffer; size: number }>(
        'SELECT $1::text AS text, $2::text AS none, $3::bytea AS bytes, octet_length($1::text) AS size',
        [text, null, bytes],
      );
      expect(row?.text === text && row.bytes.equals(bytes), `${length} of ${character}`).toBe(true);
      expect(row).toMatchObject({ none: null, size: Buffer.byteLength(text) });
    }
  expect(await database.get('SELECT $1::text AS text', ['half \ud800 of a pair'])).toEqual({
    text: 'half \ufffd of a pair',
  });
});

it('sends many statements of one transaction together', async () => {
  const database = await opened();
  const texts = Array.from({ length: 200 }, (_, n) => `${n} `.repeat(n));
  await database.transaction(async (tx) => {
    const found: unknown[] = [];
    await tx.together(
      ...texts.map((text) => async () => {
        found.push(await tx.get('SELECT $1::text AS text', [text]));
      }),
    );
    expect(found).toEqual(texts.map((text) => ({ text })));
  });
});

it('gives up a statement that is never answered, with its connection, and goes on with another', async () => {
  const database = await opened();
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
