import { expect, test } from '@jest/globals';
import { statementWords } from './statement-words.js';

test.each([
  ['select id from consent where id = $1', 'SELECT consent'],
  ['SELECT "c"."id" AS "c_id" FROM "consent" "c" WHERE "c"."id" = $1', 'SELECT consent'],
  ['insert into outbox (id) values ($1)', 'INSERT outbox'],
  ['  update parked_key set tries = 2', 'UPDATE parked_key'],
  ['delete from dead_letter where seq = $1', 'DELETE dead_letter'],
  ['with held as (select 1 from relay_member) delete from outbox using held', 'DELETE outbox'],
  ['with kept as (select 1) select 1 from kept', 'SELECT kept'],
  ['START TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'],
  ['COMMIT', 'COMMIT'],
  ['select 1', 'SELECT'],
])('a statement is named by its operation and table: %s', (text, summary) => {
  expect(statementWords(text).summary).toBe(summary);
});

test('a prepared statement is named by its own name', () => {
  expect(statementWords('select 2', 'kyb-read').summary).toBe('kyb-read');
});

test('literals in a statement are left out', () => {
  const text = `select * from t where a = 'O''Neil 123-45-6789' and b = 912654329 and c1 = $2 limit 5`;
  expect(statementWords(text).text).toBe(
    'select * from t where a = ? and b = ? and c1 = $2 limit ?',
  );
});

test('a statement is cached by its name or its text, up to 4 kB', () => {
  const long = `select ${'1, '.repeat(2_000)}2`;
  const read = (name?: string) => statementWords(long, name);
  expect(statementWords('select 3')).toBe(statementWords('select 3'));
  expect(read('long-read')).toBe(read('long-read'));
  expect(read()).toEqual(read());
  expect(read()).not.toBe(read());
});
