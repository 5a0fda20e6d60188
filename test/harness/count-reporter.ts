import type { Reporter, TestModule } from 'vitest/node';

/** One line that every continuous-integration system can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandled.length;
    let skipped = 0;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      if (module.errors().length > 0 && tests.every((test) => test.result().state !== 'failed')) failed += 1;
      for (const test of tests) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    if (skipped > 0) process.stdout.write(`\n${skipped} skipped, each for the reason it gives\n`);
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}
