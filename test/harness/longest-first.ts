import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of whole processes take longest, however small their files; begun last, one of them kept a core idle for half a
 * minute. The rest in Vitest's order.
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
