import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two workers: the tests drive real servers and a real PostgreSQL, and many machines have two cores.
    maxWorkers: 2,
    reporters: ['default', './test/harness/count-reporter.ts'],
  },
});
