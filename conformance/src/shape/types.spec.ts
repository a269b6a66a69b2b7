import { describe, expect, test } from '@jest/globals';
import { isTypeName, ruleOf, TYPES } from './types.js';

const NAMES = Object.keys(TYPES).filter(isTypeName);

describe.each(NAMES)('%s', (name) => {
  test('accepts none of its invalid examples', () => {
    const { holds, wrong } = ruleOf(name);
    expect(wrong.filter(holds)).toEqual([]);
  });
});

test.each([
  ['uuid', '01a1fd1a-f93e-75ff-8559-ada3f034d565'],
  ['date-time', '2026-01-15T09:30:00Z'],
  ['date-time', '2026-01-15T09:30:00.123+02:00'],
  ['date', '1990-01-15'],
  ['decimal', '-12.50'],
  ['object', {}],
  ['string[]', []],
] as const)('%s accepts %j', (name, value) => {
  expect(ruleOf(name).holds(value)).toBe(true);
});

test.each(['2026-01-15T09:30:00', '2026-01-15T09:30Z', '2026-01-15 09:30:00Z', '2026-01-15'])(
  'rejects %s, which is not a complete date-time',
  (text) => {
    expect(ruleOf('date-time').holds(text)).toBe(false);
  },
);
