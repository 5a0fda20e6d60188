import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createThread } from './thread.ts';

it('open questions of a dead thread are rejected, and the next question starts another thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thread-'));
  const file = join(folder, 'fragile.ts');
  const calls = new URL('./answer-calls.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { answerCalls } from ${JSON.stringify(calls)};
     answerCalls(async (question: string) => {
       if (question === 'die') process.exit(3);
       if (question === 'throw') throw new Error('no answer');
       return { answer: question.toUpperCase() };
     });`,
  );
  const warnings: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined };
  const thread = createThread<string, string>({ name: 'fragile', file: pathToFileURL(file), log });
  expect(await Promise.all(['a', 'b', 'c'].map((question) => thread.ask(question)))).toEqual(['A', 'B', 'C']);
  await expect(thread.ask('throw')).rejects.toThrow('no answer');
  const [died, after] = await Promise.allSettled([thread.ask('die'), thread.ask('never')]);
  expect([died.status, after.status]).toEqual(['rejected', 'rejected']);
  expect(warnings).toMatchObject([{ thread: 'fragile', reason: 'exit code 3' }]);
  expect(await thread.ask('again')).toBe('AGAIN');
  await thread.stop();
  await expect(thread.ask('late')).rejects.toThrow('stopped');
  expect(warnings).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

it('a thread that is asked nothing for a while ends, and the next question starts another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thread-'));
  const file = join(folder, 'counting.ts');
  const calls = new URL('./answer-calls.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { setTimeout as sleep } from 'node:timers/promises';
     import { answerCalls } from ${JSON.stringify(calls)};
     let asked = 0;
     answerCalls(async (pauseMs: number) => {
       await sleep(pauseMs);
       return { answer: ++asked };
     });`,
  );
  const warnings: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined };
  const thread = createThread<number, number>({ name: 'idle', file: pathToFileURL(file), idleMs: 200, log });
  expect(await thread.ask(0)).toBe(1);
  // A question that takes longer than that is answered.
  expect(await thread.ask(500)).toBe(2);
  await sleep(1_000);
  expect(await thread.ask(0)).toBe(1);
  await thread.stop();
  expect(warnings).toEqual([]);
  rmSync(folder, { recursive: true });
});
