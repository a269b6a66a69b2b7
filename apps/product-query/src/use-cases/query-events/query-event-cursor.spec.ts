import { describe, expect, test } from '@jest/globals';
import { DomainError, newId } from '@ndx/contracts';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './query-event-cursor.js';

const ID = newId();
const TIME = '2026-02-28T10:00:00.000Z';

const packed = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  test('decodes to the position that it encodes', () => {
    const instant = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.uuid(), (date, queryEventId) => {
        const position = { occurredAt: date.toISOString(), queryEventId };
        expect(decodeCursor(encodeCursor(position))).toEqual(position);
      }),
    );
  });

  test('is valid only for the order of its page', () => {
    const position = { occurredAt: TIME, queryEventId: ID };
    const newest = encodeCursor(position, 'newest_first');
    expect(decodeCursor(newest, 'newest_first')).toEqual(position);
    expect(() => decodeCursor(newest)).toThrow('the cursor is not valid');
    const oldest = encodeCursor(position);
    expect(() => decodeCursor(oldest, 'newest_first')).toThrow('the cursor is not valid');
  });

  test.each([
    ['no day of the calendar', packed(`2026-02-30T10:00:00.000Z/${ID}`)],
    ['no month', packed(`2026-99-01T10:00:00.000Z/${ID}`)],
    ['a year that no database has', packed(`0000-01-01T10:00:00.000Z/${ID}`)],
    ['hyphens for an id', packed(`${TIME}/${'-'.repeat(36)}`)],
    ['an id without its hyphens', packed(`${TIME}/${'a'.repeat(36)}`)],
    ['white space in it', ` ${packed(`${TIME}/${ID}`)}`],
    ['an unknown order', packed(`${TIME}/${ID}/random`)],
    ['more behind it', `${packed(`${TIME}/${ID}`)}=`],
    ['text', 'tampered'],
    ['nothing', ''],
  ])('with %s is not valid', (_case, cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(
      new DomainError('invalid_cursor', 'the cursor is not valid'),
    );
  });

  test('that was altered anywhere is not valid, or names another position of the feed', () => {
    const cursor = encodeCursor({ occurredAt: TIME, queryEventId: ID });
    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, by) => {
          const altered = cursor.slice(0, at) + by + cursor.slice(at + 1);
          try {
            expect(encodeCursor(decodeCursor(altered))).toBe(altered);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            expect(error.code).toBe('VALIDATION_ERROR');
          }
        },
      ),
    );
  });
});
