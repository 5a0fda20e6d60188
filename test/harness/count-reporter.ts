import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** A message may quote a whole log. */
const shown = 600;

const placeOf = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`;
const short = (text: string) => (text.length > shown ? `${text.slice(0, shown)} …` : text).replaceAll('\n', '\n    ');

/**
 * What failed, in a few lines at the very end, because some systems keep only the end; then one line that every
 * continuous-integration system can read.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message?: string }[]): void {
    let passed = 0;
    let skipped = 0;
    const failures = unhandled.map(({ message = '' }) => `an error outside of the tests\n${message}`);
    const second: string[] = [];
    for (const module of modules) {
      // Of a file or of what comes before its tests.
      for (const { message } of [module, ...module.children.allSuites()].flatMap((suite) => suite.errors()))
        failures.push(`${module.relativeModuleId}\n${message}`);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failures.push(`${placeOf(test)}\n${errors?.[0]?.message ?? ''}`);
        else skipped += 1;
        if (test.diagnostic()?.flaky) second.push(`${placeOf(test)}\n${errors?.[0]?.message ?? ''}`);
      }
    }
    const say = (text: string) => process.stdout.write(`${text}\n`);
    if (skipped > 0) say(`\n${skipped} skipped, each for the reason it gives`);
    for (const one of second) say(`\nPASSED ONLY AT THE SECOND ATTEMPT ${short(one)}`);
    for (const one of failures) say(`\nFAILED ${short(one)}`);
    say(`\n${passed} passed, ${failures.length} failed`);
  }
}
