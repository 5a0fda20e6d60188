import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
