import { expect, test } from '@jest/globals';
import { ErrorCounts } from './error-counts.js';

const error = (code: string, path: string) => ({ code, path, column: path, detail: `${path}!` });

test('rows are counted by code and member, the most frequent errors first', () => {
  const counts = new ErrorCounts();
  const lines = [
    [error('too_old', 'a')],
    [error('invalid_value', 'a'), error('too_old', 'b')],
    [error('too_old', 'b'), error('too_old', 'b')],
    [error('too_old', 'b')],
  ];
  lines.forEach((errors, index) =>
    counts.add({ row: index, accepted: false, line: index, errors }),
  );
  expect(counts.list).toEqual([
    { ...error('too_old', 'b'), rows: 3, first_line: 1 },
    { ...error('too_old', 'a'), rows: 1, first_line: 0 },
    { ...error('invalid_value', 'a'), rows: 1, first_line: 1 },
  ]);
});

test('an accepted row has no error', () => {
  const counts = new ErrorCounts();
  counts.add({ row: 1, accepted: true });
  expect(counts.list).toEqual([]);
});
