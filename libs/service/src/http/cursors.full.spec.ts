import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { DomainError } from '@ndx/contracts';
import { fuzz } from '@ndx/testing';
import { decodePlace, encodePlace, isPlaceTime } from './cursor.js';
import { afterCursor, afterRevision, idPage } from './id-page.js';

test('any text is a place in its one form, or is rejected', async () => {
  await fuzz(
    (text) => {
      const parts = placeOr(() => decodePlace(text));
      if (parts) assert.equal(encodePlace(...parts), text);
      for (const part of parts ?? []) {
        if (isPlaceTime(part)) assert.equal(new Date(part).toISOString(), part);
      }
      const id = placeOr(() => afterCursor(text));
      assert.ok(id === undefined || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id));
      const page = { after: id ?? '', idOf: String, show: String };
      if (id !== undefined) assert.equal(idPage([], page).next_cursor, text);
      const revision = placeOr(() => afterRevision(text));
      assert.ok(revision === undefined || Number.isSafeInteger(revision));
    },
    { corpus: 'fuzz/cursors.json', sources: '/service/src/http/' },
  );
});

function placeOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return undefined;
  }
}
