import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';
import { LongestFirst } from '../harness/longest-first.ts';

const root = new URL('../..', import.meta.url).pathname;
/** They measure how long others wait: beside other tests they would measure these. */
const measured = ['account-storm', 'login-storm', 'provider-storm', 'real-proxies', 'rolling-restart', 'uploads'].map(
  (name) => `test/long/${name}.test.ts`,
);

const project = (
  name: string,
  groupOrder: number,
  test: { include: string[]; exclude: string[]; maxWorkers: number },
) => ({
  root,
  // One PostgreSQL and one set of templates for all, made by the setup of the whole run.
  test: { ...usual.test, globalSetup: [], name, ...test, sequence: { ...usual.test?.sequence, groupOrder } },
});

/** Tests that kill processes for minutes, or send every route a thousand hostile bodies: `npm run test:long`. */
export default defineConfig({
  root,
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    // Vitest takes the order of the files from here and not from the projects.
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/count-reporter.ts'],
    projects: [
      project('crashes', 0, { include: ['test/long/**/*.test.ts'], exclude: measured, maxWorkers: 4 }),
      project('measured', 1, { include: measured, exclude: [], maxWorkers: 1 }),
    ],
  },
});
