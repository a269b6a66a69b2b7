import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateColumns } from './date-columns.js';
import { parseMapping, toRecord } from './mapping.js';
import { DATE_ORDERS, startOfDay, type DateOrder } from './start-of-day.js';

const MAPPING = parseMapping({ Born: { path: 'date_of_birth', type: 'date' } });

function resolved(values: readonly string[], given?: DateOrder) {
  const columns = new DateColumns(MAPPING, given);
  for (const [index, Born] of values.entries()) columns.note({ line: index + 2, value: { Born } });
  const mapping = columns.resolve('people.csv');
  return values.map(
    (Born) => (toRecord({ Born }, mapping) as Record<string, unknown>)['date_of_birth'],
  );
}

test('each day of a column is read in the order of the one value that shows it', () => {
  const day = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  });
  const written = (date: Date, order: DateOrder) => {
    const [year = '', month = '', last = ''] = date.toISOString().slice(0, 10).split('-');
    return order === 'MDY' ? `${month}/${last}/${year}` : `${last}/${month}/${year}`;
  };
  fc.assert(
    fc.property(fc.constantFrom(...DATE_ORDERS), fc.array(day), (order, days) => {
      const all = [...days, new Date('1984-03-31')];
      const expected = all.map((date) => `${date.toISOString().slice(0, 10)}T00:00:00Z`);
      expect(resolved(all.map((date) => written(date, order)))).toEqual(expected);
    }),
  );
});

test.each([
  ['2026-01-05', '2026-01-05T00:00:00Z'],
  ['2026/1/5', '2026-01-05T00:00:00Z'],
  ['30.04.2026', '2026-04-30T00:00:00Z'],
])('the day %s is the start of the day in UTC', (text, time) => {
  expect(resolved([text])).toEqual([time]);
});

test.each(['2026-01-15T09:30:00Z', '31.04.2026', '30/02-2026', '1/2/26', 'soon', ''])(
  'the text %j, which is no day, stays as it is, for the server to reject it',
  (text) => {
    expect(startOfDay(text, 'DMY')).toBeUndefined();
    expect(resolved([text, '31/01/2026'])[0]).toBe(text === '' ? undefined : text);
  },
);

describe('a column whose order its values do not show is an error', () => {
  test('when each value can be read in both orders', () => {
    expect(() => resolved(['01/02/2026'])).toThrow(
      'people.csv: the days in the column Born are not certain: line 2 can be read as month or as day first',
    );
  });

  test('when two values show different orders', () => {
    expect(() => resolved(['01/31/2026', '02/03/2026', '31/01/2026'])).toThrow(
      'line 2 has another order than line 4',
    );
  });

  test('unless the order is given, which decides also against a value', () => {
    expect(resolved(['01/02/2026', '31/01/2026'], 'MDY')).toEqual([
      '2026-01-02T00:00:00Z',
      '31/01/2026',
    ]);
  });
});
