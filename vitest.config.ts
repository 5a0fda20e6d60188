import { defineConfig } from 'vitest/config';
import { cacheFolder } from './src/bundle.ts';
import { LongestFirst } from './test/harness/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // `npm run test:long` has these.
    exclude: ['test/long/**'],
    // Threads then strip no types: 0.2 s of CPU for each.
    env: { NODE_COMPILE_CACHE: cacheFolder },
    globalSetup: ['test/harness/global-setup.ts'],
    // For a machine that others use as well. Nothing waits so long unless it has failed.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 40_000 } },
    // Only `.ci/run` asks for it: thousands of tests with real processes and clocks, on machines that stand still for
    // seconds now and then. What passes only at the second attempt is named at the end of the run, with its error.
    retry: process.env.SECOND_ATTEMPT ? 1 : 0,
    // The tests drive real servers and a real PostgreSQL and often wait for them: with three workers two cores were idle for
    // a sixth of the time.
    maxWorkers: 4,
    // Modules of the gateway hold no state but caches of compiled schemas, so test files share them: a quarter less CPU than
    // loading them for each file.
    isolate: false,
    // A young generation that is large from the start: measured, a twenty-fifth less CPU. No gain: a larger maximum alone,
    // collecting in one thread, no TurboFan or a later one, Sparkplug for all.
    execArgv: ['--min-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/count-reporter.ts'],
  },
});
