import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { errorSummary } from './error-summary.js';

const count = (index: number) => ({
  ...{ code: 'too_old', path: `a.m${index}`, column: index === 0 ? 'M' : undefined },
  ...{ rows: 100 - index, first_line: index + 2, detail: 'is old' },
});

const result = (line: number) => ({
  ...{ row: line - 1, accepted: false, line },
  errors: [{ code: 'too_old', path: 'a.m0', column: 'M', value: '2001', detail: 'is old' }],
});

const summary = (...args: Parameters<typeof errorSummary>) =>
  stripVTControlCharacters(errorSummary(...args)).split('\n');

test('the summary has the errors with their counts, and the first rejected rows', () => {
  expect(summary([count(0), count(1)], [result(2)])).toEqual([
    'ROWS  FIRST LINE  COLUMN  CODE     DETAIL',
    '100   2           M       too_old  is old',
    '99    3           a.m1    too_old  is old',
    '',
    'LINE  COLUMN  VALUE  CODE',
    '2     M       2001   too_old',
  ]);
});

test('the summary of a run that only continues has no rows', () => {
  expect(summary([count(0)], [])).toHaveLength(2);
});

test('the summary of any number of errors fits on a screen', () => {
  const counts = Array.from({ length: 40 }, (_, index) => count(index));
  const rows = Array.from({ length: 40 }, (_, index) => result(index + 2));
  const lines = summary(counts, rows);
  expect(lines).toHaveLength(17);
  expect(lines).toContain('… and 32 other errors');
});
