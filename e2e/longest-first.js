import TestSequencer from '@jest/test-sequencer';

/** Files that take many minutes, the longest first. */
const LONGEST = ['exchange-console', 'exchange-clients', 'exchange-interface', 'exchange-kafka'];

/**
 * Without the durations of an earlier run, Jest starts with the largest files, and those that take
 * longest contain only the names of their suites: they would begin last.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ path }) {
  const rank = LONGEST.findIndex((name) => path.endsWith(`/${name}.spec.ts`));
  return rank < 0 ? LONGEST.length : rank;
}
