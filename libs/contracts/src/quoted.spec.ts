import { describe, expect, test } from '@jest/globals';
import { DomainError } from './domain-error.js';
import { quoted } from './quoted.js';
import { withoutSecrets } from './without-secrets.js';

describe('a word of a request in an error text', () => {
  test('is repeated up to 200 characters', () => {
    expect(quoted('k'.repeat(200))).toBe('k'.repeat(200));
  });

  test('is cut when it is longer, with its length', () => {
    const cut = quoted('k'.repeat(1_000_000));
    expect(cut).toBe(`${'k'.repeat(200)}… (1,000,000 characters)`);
    expect(withoutSecrets(cut)).toBe(cut);
  });

  test('is not cut within a character', () => {
    expect(quoted(`${'k'.repeat(199)}😀!`)).not.toMatch(/\p{Surrogate}/u);
  });
});

test('an error text has at most 4,000 characters, whatever it was composed of', () => {
  expect(new DomainError('invalid_value', 'k'.repeat(1_000_000)).message).toHaveLength(4_000);
});
