import { stripVTControlCharacters } from 'node:util';

/** Sums up Jest's summaries (`Tests: 1 failed, 2 skipped, 30 passed, 33 total`) over all suites. */
export class TestCount {
  private passed = 0;
  private failed = 0;
  private brokenSuites = 0;

  static sum(counts: readonly TestCount[]): TestCount {
    const sum = new TestCount();
    for (const { passed, failed } of counts) {
      sum.passed += passed;
      sum.failed += failed;
    }
    return sum;
  }

  add(line: string): void {
    const [, of, numbers = ''] = SUMMARY.exec(stripVTControlCharacters(line)) ?? [];
    if (of === 'Tests') {
      this.passed += numberBefore('passed', numbers);
      this.failed += numberBefore('failed', numbers);
      // A suite whose file cannot be loaded has no tests, so it is counted as a failure.
      if (numberBefore('failed', numbers) === 0) this.failed += this.brokenSuites;
    }
    if (of === 'Test Suites') this.brokenSuites = numberBefore('failed', numbers);
  }

  get isEmpty(): boolean {
    return this.passed + this.failed === 0;
  }

  toString(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

/** The text after turbo's line prefix. */
const SUMMARY = /(?:^|:test(?::full)?: )(Test Suites|Tests): +(\d.* total)$/;

function numberBefore(word: string, numbers: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(numbers)?.[1] ?? 0);
}
