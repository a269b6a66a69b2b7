import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { isDate, isDateTime, utcOf } from '../fields/date-time.js';
import { isStorable } from '../fields/storable.js';
import {
  comparableLegalName,
  normaliseEin,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
} from './normalise.js';

const NORMAL_FORMS = [
  comparableLegalName,
  normaliseEin,
  normaliseEmail,
  normaliseName,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
];

test('any text has one normal form, which is its own', async () => {
  await fuzz(
    (text) => {
      for (const normalise of NORMAL_FORMS) {
        const normal = normalise(text);
        assert.equal(normal === undefined ? undefined : normalise(normal), normal, normalise.name);
      }
      assert.match(normalisePhone(text) ?? '1234567', /^[1-9]\d{6,14}$/);
      assert.ok(!isDateTime(text) || !Number.isNaN(Date.parse(utcOf(text))));
      assert.ok(!isDate(text) || new Date(text).toISOString().startsWith(text));
      assert.equal(isStorable(text), isWellFormed(text) && !text.includes('\0'));
    },
    { corpus: 'fuzz/identities.json', sources: '/catalog/src/' },
  );
});

/** UTF-8 has no unpaired surrogates. */
function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
