import { describe, expect, test } from '@jest/globals';
import { isTraceparent, spanContextOf, traceparentOf } from './traceparent.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;

describe('a traceparent', () => {
  test.each([
    ['sampled', VALID, 1],
    ['unsampled', `00-${TRACE}-${SPAN}-00`, 0],
    ['with flags of a later version', `00-${TRACE}-${SPAN}-03`, 1],
    ['of a later version', `cc-${TRACE}-${SPAN}-01`, 1],
  ])('that is %s identifies its span', (_form, text, traceFlags) => {
    expect(isTraceparent(text)).toBe(true);
    expect(spanContextOf(text)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      traceFlags,
      isRemote: true,
    });
  });

  test.each([
    ['empty', ''],
    ['of the version that there never is', `ff-${TRACE}-${SPAN}-01`],
    ['of no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['of no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['in capitals', VALID.toUpperCase()],
    ['too short', VALID.slice(0, -1)],
    ['followed by a line break', `${VALID}\n`],
    ['preceded by a space', ` ${VALID}`],
    ['followed by a part of a later version', `cc-${TRACE}-${SPAN}-01-what`],
    ['followed by a part', `${VALID}-what`],
  ])('that is %s is invalid', (_fault, text) => {
    expect(isTraceparent(text)).toBe(false);
    expect(spanContextOf(text)).toBeUndefined();
  });

  test('is parsed without changes', () => {
    const span = spanContextOf(VALID);
    expect(span && traceparentOf(span)).toBe(VALID);
  });
});
