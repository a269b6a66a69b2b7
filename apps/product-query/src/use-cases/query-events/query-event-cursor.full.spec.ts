import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { DomainError } from '@ndx/contracts';
import { fuzz } from '@ndx/testing';
import { decodeCursor, encodeCursor } from './query-event-cursor.js';

test('any text is a cursor of one order in its one form, or is rejected', async () => {
  await fuzz(
    (text) => {
      const orders = (['oldest_first', 'newest_first'] as const).filter((order) => {
        try {
          assert.equal(encodeCursor(decodeCursor(text, order), order), text);
          return true;
        } catch (error) {
          if (error instanceof DomainError) return false;
          throw error;
        }
      });
      assert.ok(orders.length < 2);
    },
    { corpus: 'fuzz/cursors.json', sources: '/query-events/' },
  );
});
