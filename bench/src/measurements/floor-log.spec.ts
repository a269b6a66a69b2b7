import { expect, test } from '@jest/globals';
import { statementsIn } from './floor-log.js';

const at = '2026-01-01 00:00:00.000 UTC [17]';

test('a named statement is parsed with its multi-line text and its parameters', () => {
  const log = [
    `${at} LOG:  execute read: `,
    '\tselect a',
    '\t  from b where c = $1 and d = $2',
    `${at} DETAIL:  Parameters: $1 = '{one,two}', $2 = NULL, $3 = 'it''s, $9 = ''x'''`,
  ].join('\n');
  expect(statementsIn(log)).toEqual([
    {
      name: 'read',
      text: '\nselect a\n  from b where c = $1 and d = $2',
      values: ['{one,two}', null, "it's, $9 = 'x'"],
    },
  ]);
});

test('an unnamed statement is skipped with its parameters', () => {
  const log = [
    `${at} LOG:  execute write: insert into a values ($1)`,
    `${at} DETAIL:  Parameters: $1 = '1'`,
    `${at} LOG:  execute <unnamed>: select $1`,
    `${at} DETAIL:  Parameters: $1 = '2'`,
    `${at} LOG:  statement: commit`,
  ].join('\n');
  expect(statementsIn(log)).toEqual([
    { name: 'write', text: 'insert into a values ($1)', values: ['1'] },
  ]);
});

test('a multi-line parameter value is kept complete', () => {
  const log = [
    `${at} LOG:  execute write: insert into a values ($1)`,
    `${at} DETAIL:  Parameters: $1 = 'LOG:  one`,
    `\tLOG:  two'`,
  ].join('\n');
  expect(statementsIn(log)[0]?.values).toEqual(['LOG:  one\nLOG:  two']);
});
