import { describe, expect, test } from '@jest/globals';
import { newTraceparent, traceparentFrom } from './trace-context.js';

const SPAN = 'b7ad6b7169203331';

describe("a caller's traceparent", () => {
  test('is accepted when its ids can be random', () => {
    const random = [newTraceparent(), `00-0af7651916cd43dd8448eb211c80319c-${SPAN}-01`];
    for (const header of random) expect(traceparentFrom(header)).toBe(header);
  });

  test.each([
    ['a number for a trace', `00-${'123456789'.padStart(32, '0')}-${SPAN}-01`],
    [
      'a number for a span',
      `00-0af7651916cd43dd8448eb211c80319c-${'1234567'.padStart(16, '0')}-01`,
    ],
    ['text for a trace', `00-${Buffer.from('ssn: 123-45-6789').toString('hex')}-${SPAN}-01`],
  ])('is replaced when it has %s', (_case, header) => {
    expect(traceparentFrom(header)).toBeUndefined();
  });
});
