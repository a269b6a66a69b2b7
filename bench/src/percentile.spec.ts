import { describe, expect, test } from '@jest/globals';
import { median, percentile } from './percentile.js';

describe('a median', () => {
  test('is the middle value of values in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('of an even number of values is the mean of the middle two', () => {
    expect(median([1, 2, 10, 4])).toBe(3);
  });

  test('of an empty list is rejected', () => {
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test.each([
    [0.5, 50],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('of %d is the value that so large a share does not exceed', (share, value) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  test('of few values is one of them', () => {
    expect(percentile([3, 7], 0.99)).toBe(7);
  });

  test('of an empty list is rejected', () => {
    expect(() => percentile([], 0.5)).toThrow('nothing was measured');
  });

  test('does not reorder the values', () => {
    const values = [3, 1, 2];
    percentile(values, 0.5);
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});
