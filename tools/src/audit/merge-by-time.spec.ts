import { describe, expect, test } from '@jest/globals';
import { mergeByTime } from './merge-by-time.js';

const line = (minute: number, name: string) =>
  JSON.stringify({ occurred_at: `2026-01-15T08:${String(minute).padStart(2, '0')}:00.000Z`, name });

async function* linesOf(...lines: readonly string[]) {
  for (const one of lines) yield await Promise.resolve(one);
}

describe('the exports of several services', () => {
  test('are merged in the order of time', async () => {
    const merged = mergeByTime([
      linesOf(line(1, 'a'), line(4, 'a'), line(5, 'a')),
      linesOf(),
      linesOf(line(2, 'b'), line(3, 'b'), line(9, 'b')),
      linesOf(line(6, 'c')),
    ]);
    const names: string[] = [];
    for await (const one of merged) names.push((JSON.parse(one) as { name: string }).name);
    expect(names.join('')).toBe('abbaacb');
  });
});
