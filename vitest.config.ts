import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // `npm run test:long` has these.
    exclude: ['test/long/**'],
    globalSetup: ['test/harness/global-setup.ts'],
    // For a machine that others use as well. Nothing waits so long unless it has failed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
    // The tests drive real servers and a real PostgreSQL and often wait for them: with three workers two cores were idle for
    // a sixth of the time.
    maxWorkers: 4,
    // Modules of the gateway hold no state but caches of compiled schemas, so test files share them: a quarter less CPU than
    // loading them for each file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/count-reporter.ts'],
  },
});
