import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The tests drive real servers and a real PostgreSQL and often wait for them: three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/count-reporter.ts'],
  },
});
