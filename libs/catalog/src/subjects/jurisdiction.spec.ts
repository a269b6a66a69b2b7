import { expect, test } from '@jest/globals';
import { iso31662 } from 'iso-3166';
import { jurisdictionAmong, normaliseJurisdiction } from './jurisdiction.js';

test.each(['DE', 'Delaware', ' us-de ', 'US-DE', 'delaware'])(
  'in a network of the US %p is Delaware',
  (text) => {
    expect(normaliseJurisdiction(text, 'US')).toBe('US-DE');
  },
);

test.each([
  ['DE', 'FR', 'DE'],
  ['Germany', 'US', 'DE'],
  ['DEU', 'US', 'DE'],
  ['BY', 'DE', 'DE-BY'],
  ['Georgia', 'US', 'US-GA'],
  ['Georgia', 'FR', 'GE'],
  ['CA-QC', 'US', 'CA-QC'],
  ['Quebec', 'CA', 'CA-QC'],
  ['United Kingdom', 'US', 'GB'],
  ['usa', 'FR', 'US'],
])('%p in a network of %s is %s', (text, country, code) => {
  expect(normaliseJurisdiction(text, country)).toBe(code);
});

test.each(['', 'US-XX', 'Atlantis', 'Ontario', 'D', 'New Yorkshire', '\0'])(
  '%p is no jurisdiction in a network of the US',
  (text) => expect(normaliseJurisdiction(text, 'US')).toBeUndefined(),
);

test('every ISO 3166-2 code is unchanged, for any country of the network', () => {
  for (const { code } of iso31662) {
    expect(['US', 'DE', 'JP'].map((country) => normaliseJurisdiction(code, country))).toEqual(
      Array(3).fill(code),
    );
  }
});

test('networks of several countries accept codes, and reject texts that they read differently', () => {
  expect(jurisdictionAmong('US-DE', ['US', 'FR'])).toBe('US-DE');
  expect(jurisdictionAmong('DE', ['US', 'FR'])).toBeUndefined();
  expect(jurisdictionAmong('DE', ['US', 'US'])).toBe('US-DE');
});
