import { expect, test } from '@jest/globals';
import { matches } from './matches.js';

test.each([
  ['Audit log', 'audit'],
  ['Audit log', 'LOG aud'],
  ['Querying Demo Bank', 'demo-bank'],
  ['Société Générale', 'géné'],
])('%s is found by %s', (name, text) => {
  expect(matches(name, text)).toBe(true);
});

test.each([
  ['Audit log', 'udit'],
  ['Audit log', 'audit policy'],
  ['Audit log', ''],
  ['Audit log', ' - '],
])('%s is not found by "%s"', (name, text) => {
  expect(matches(name, text)).toBe(false);
});
