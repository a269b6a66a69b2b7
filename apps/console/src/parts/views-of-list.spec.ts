import { expect, test } from '@jest/globals';
import { filtersOf, isSame, withView } from './views-of-list.js';

test('an address is the one of a view in any order, without members that are undefined', () => {
  const search = { network: 'n', reason: 'too_old', period: '7d' };
  expect(
    isSame(search, { period: '7d', outcome: undefined, reason: 'too_old', network: 'n' }),
  ).toBe(true);
  expect(isSame(search, { ...search, network: 'other' })).toBe(false);
  expect(isSame(search, { ...search, outcome: 'issued' })).toBe(false);
});

test('the network is no filter', () => {
  expect(filtersOf({ network: 'n' })).toEqual({});
  expect(filtersOf({ network: 'n', period: '7d' })).toEqual({ period: '7d' });
});

test('a view replaces the one of its name, and views are in the order of their names', () => {
  const views = [{ name: 'B', search: { period: '7d' } }];
  const both = withView(views, { name: 'A', search: { period: '1h' } });
  expect(both.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(withView(both, { name: 'B', search: { period: '30d' } })).toEqual([
    { name: 'A', search: { period: '1h' } },
    { name: 'B', search: { period: '30d' } },
  ]);
});
