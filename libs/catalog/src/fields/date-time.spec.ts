import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  completeDateTime,
  dayOf,
  isBirthDate,
  isDate,
  isDateTime,
  isFormationDate,
  utcOf,
} from './date-time.js';

test.each([
  '2024-02-29T23:59:59Z',
  '2023-02-28T10:00:00.123456789+05:30',
  '2023-02-28T10:00:00',
  '2023-02-28T10:00Z',
  '0001-01-01T00:00:00Z',
])('%s is a date-time', (text) => expect(isDateTime(text)).toBe(true));

test.each([
  '2023-02-30T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2023-13-01T00:00:00Z',
  '2023-02-28',
  '2023-02-28 10:00:00Z',
  '2023-02-28T24:00:00Z',
  '2023-02-28T10:00:60Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '1700000000',
  '',
])('%s is no date-time', (text) => expect(isDateTime(text)).toBe(false));

test.each(['2023-02-30', '2023-2-3', '20230203', '2023-02-03T00:00:00Z'])('%s is no date', (text) =>
  expect(isDate(text)).toBe(false),
);

test('a person was born from 1900 to today', () => {
  const days = ['1899-12-31', '1899-12-31T23:59:59Z', '1900-01-01', '1900-01-01T00:00:00Z'];
  const today = new Date().toISOString();
  expect([...days, today, '2999-01-01'].map(isBirthDate)).toEqual([
    ...[false, false, true, true],
    ...[true, false],
  ]);
});

test('a business was formed from 1600', () => {
  expect(['1599-12-31', '1600-01-01', '1600-01-01T00:00:00Z'].map(isFormationDate)).toEqual([
    ...[false, true, false],
  ]);
});

test('every instant is a date-time that keeps its time and its day', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      (date) => {
        const text = date.toISOString();
        expect(isDateTime(text)).toBe(true);
        expect(utcOf(text)).toBe(text);
        expect(isDate(dayOf(text))).toBe(true);
      },
    ),
  );
});

test('a time without an offset is UTC', () => {
  expect(utcOf('2023-02-28T10:00:00')).toBe('2023-02-28T10:00:00.000Z');
  expect(utcOf('2023-02-28t10:00:00+02:00')).toBe('2023-02-28T08:00:00.000Z');
});

test.each([
  ['2026-01-15T09:30', '2026-01-15T09:30:00Z'],
  ['2026-01-15T09:30:05', '2026-01-15T09:30:05Z'],
  ['2026-01-15T09:30+02:00', '2026-01-15T09:30:00+02:00'],
  ['2026-01-15T09:30:05.120-05:00', '2026-01-15T09:30:05.120-05:00'],
])('%p is returned as %p', (furnished, answered) => {
  expect(completeDateTime(furnished)).toBe(answered);
  expect(utcOf(completeDateTime(furnished))).toBe(utcOf(furnished));
});
