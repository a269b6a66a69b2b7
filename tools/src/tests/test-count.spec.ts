import { expect, test } from '@jest/globals';
import { TestCount } from './test-count.js';

function countOf(...lines: readonly string[]): string {
  const count = new TestCount();
  for (const line of lines) count.add(line);
  return count.toString();
}

test('the count is the sum over all suites, with or without turbo prefixes and colours', () => {
  expect(
    countOf(
      '@ndx/testing:test: Test Suites: 2 passed, 2 total',
      '@ndx/testing:test: Tests:       2 skipped, 18 passed, 20 total',
      '@ndx/tools:test: \u001b[1mTest Suites: \u001b[22m1 failed, 3 passed, 4 total',
      '@ndx/tools:test: \u001b[1mTests:       \u001b[22m1 failed, 4 passed, 5 total',
    ),
  ).toBe('22 passed, 1 failed');
});

test('a suite that cannot be loaded counts as a failure', () => {
  expect(
    countOf(
      'Test Suites: 1 failed, 1 passed, 2 total',
      'Tests:       7 passed, 7 total',
      'Test Suites: 1 passed, 1 total',
      'Tests:       1 passed, 1 total',
    ),
  ).toBe('8 passed, 1 failed');
});

test('suites that run concurrently are counted separately, and added up', () => {
  const [one, other] = [new TestCount(), new TestCount()];
  one.add('Test Suites: 1 failed, 1 total');
  other.add('@ndx/e2e:test:full: Tests:       3 passed, 3 total');
  one.add('Tests:       0 total');
  expect(TestCount.sum([one, other]).toString()).toBe('3 passed, 1 failed');
});

test('the output of a test is not counted as a summary', () => {
  expect(countOf('the last run had Tests: 3 passed, 3 total')).toBe('0 passed, 0 failed');
});

test('an empty count is zero', () => {
  expect(new TestCount().isEmpty).toBe(true);
});
