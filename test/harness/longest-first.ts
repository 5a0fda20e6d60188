import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In the order in which they are started: each takes about a minute or more beside others. */
const longest = [
  'tenant-matrix.test',
  'run-crashes.test',
  'webhook-faults.test',
  'hostile-bodies.test',
  'browser/pages.test',
  'regenerate-crashes.test',
  'knowledge-crashes.test',
  'long/package.test',
  'run-nodes.test',
  'browser/seen.test',
  'in-my-name.test',
  'long/fuzz.test',
  'long/faults.test',
  'durability.test',
  'automation-crashes.test',
  'short-lived-turns.test',
  'upgrade.test',
];

/**
 * Tests of whole processes take longest, even if their files are small; started last, one of them left a core idle for
 * half a minute. The others run in Vitest's order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.includes(name));
      const own = place >= 0 ? place : longest.length + (moduleId.includes('/test/') ? 0 : 1);
      return project.config.sequence.groupOrder * 2 * longest.length + own;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
