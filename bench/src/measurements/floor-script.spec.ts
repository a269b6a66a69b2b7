import { expect, test } from '@jest/globals';
import { scriptOf, type Watched } from './floor-script.js';

const id = (digit: number) => `${digit}1234567-89ab-7def-8123-456789abcdef`;

const run = (text: string, ...values: (string | null)[]) => [{ name: 's', text, values }];
const unchanged = (text: string, ...values: (string | null)[]): Watched => [
  run(text, ...values),
  run(text, ...values),
];

test('a constant parameter becomes its own variable', () => {
  const query = unchanged('select $1::uuid,\n  $11', id(1), ...Array<string>(9).fill('x'), 'last');
  expect(scriptOf([query])).toEqual({
    text: '\\set query random(1, 1)\nselect :p0_1::uuid, :p0_11;\n',
    variables: { p0_1: id(1), p0_11: 'last' },
  });
});

test('a NULL parameter stays NULL', () => {
  expect(scriptOf([unchanged('select $1::uuid', null)]).text).toMatch('\nselect null::uuid;\n');
});

test('an id that differs in each run is generated, as a value or in an array', () => {
  const text = 'insert into a values ($1, $2, $3)';
  const query: Watched = [
    run(text, id(1), `{${id(1)}}`, `the ${id(1)}`),
    run(text, id(2), `{${id(2)}}`, `the ${id(2)}`),
  ];
  expect(scriptOf([query])).toEqual({
    text: '\\set query random(1, 1)\ninsert into a values (uuidv7(), array[uuidv7()], :p0_3);\n',
    variables: { p0_3: `the ${id(1)}` },
  });
});

test('an id specific to a query is taken from one of them', () => {
  const queries = [1, 2].map((n) =>
    unchanged('select $1::uuid, $2::uuid[], $3', id(n), `{${id(n + 2)}}`, id(9)),
  );
  expect(scriptOf(queries)).toEqual({
    text:
      '\\set query random(1, 2)\n' +
      'select (:p0_1::uuid[])[:query]::uuid, array[(:p0_2::uuid[])[:query]]::uuid[], :p0_3;\n',
    variables: { p0_1: `{${id(1)},${id(2)}}`, p0_2: `{${id(3)},${id(4)}}`, p0_3: id(9) },
  });
});

test('queries that ran different statements are refused', () => {
  const other = [{ name: 'other', text: 'select 1', values: [] }];
  expect(() => scriptOf([unchanged('select 1'), [other, other]])).toThrow('a query ran other');
  expect(() => scriptOf([[[], []]])).toThrow('a query ran');
});
