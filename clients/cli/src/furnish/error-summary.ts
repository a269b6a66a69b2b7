import { table } from '../output.js';
import type { ErrorCount } from './error-counts.js';
import type { ResultLine } from './result-line.js';

/** The summary fits on a screen. */
const ERRORS = 8;
const EXAMPLES = 5;

/** The errors by frequency, and the first rejected rows of the run. */
export function errorSummary(
  counts: readonly ErrorCount[],
  rejected: readonly ResultLine[],
): string {
  const more = counts.length - ERRORS;
  const parts = [
    countTable(counts.slice(0, ERRORS)),
    ...(more > 0 ? [`… and ${more} other ${more === 1 ? 'error' : 'errors'}`] : []),
    ...(rejected.length > 0 ? ['', exampleTable(rejected)] : []),
  ];
  return parts.join('\n');
}

function countTable(counts: readonly ErrorCount[]): string {
  return table(
    ['ROWS', 'FIRST LINE', 'COLUMN', 'CODE', 'DETAIL'],
    counts.map(({ rows, first_line, column, path, code, detail }) => [
      ...[rows, first_line, column ?? path],
      ...[code, detail],
    ]),
    '',
  );
}

function exampleTable(rejected: readonly ResultLine[]): string {
  const errors = rejected.flatMap(({ line, errors = [] }) =>
    errors.map(({ column, path, value, code }) => [line, column ?? path, value, code]),
  );
  return table(['LINE', 'COLUMN', 'VALUE', 'CODE'], errors.slice(0, EXAMPLES), '');
}
