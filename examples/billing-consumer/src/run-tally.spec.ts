import { expect, test } from '@jest/globals';
import { RunTally } from './run-tally.js';

test('a message that is given again is told of once, whatever comes of it then', () => {
  const tally = new RunTally();
  tally.add(0, '7', 'ignored');
  tally.add(0, '9', 'counted');
  tally.add(0, '7', 'ignored');
  tally.add(0, '9', 'duplicate');
  expect(tally.sums).toEqual({ counted: 1, duplicate: 0, rejected: 0, ignored: 1 });
});

test('messages of another place are others', () => {
  const tally = new RunTally();
  tally.add(0, '0', 'ignored');
  tally.add(1, '0', 'ignored');
  tally.add(0, '10', 'duplicate');
  expect(tally.sums).toEqual({ counted: 0, duplicate: 1, rejected: 0, ignored: 2 });
});
