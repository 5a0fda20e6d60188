import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createSchemaThreads } from './schema-threads.ts';

/** A few kilobytes that take nine megabytes when they are compiled: each pattern is a program of a thousand steps. */
const large = (seed: number) =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `p${seed}_${at}`,
        { type: 'string', pattern: `a{${1_000 - at}}${seed}` },
      ]),
    ),
  });

it('schemas that take much memory do not use up that of the next workspace', async () => {
  const threads = createSchemaThreads({ log: pino({ level: 'silent' }) });
  onTestFinished(threads.stop);
  const answers = [];
  for (let seed = 0; seed < 40; seed += 1) {
    answers.push(await threads.ask('wsp_mallory', { schema: large(seed) }));
    answers.push(await threads.ask('wsp_ada', { schema: '{"type":"object"}', params: '{}' }));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"problems":[]}', '{"params":"{}"}']),
  );
});
