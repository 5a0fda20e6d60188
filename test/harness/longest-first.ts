import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of whole processes take longest, even if their files are small; started last, one of them left a core idle for
 * half a minute. The others run in Vitest's order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      /tenant-matrix\.test|in-my-name\.test|hostile-bodies\.test/.test(moduleId)
        ? 0
        : moduleId.includes('/test/')
          ? 1
          : 2;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
