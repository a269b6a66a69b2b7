import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withoutSecrets } from './without-secrets.js';

const PAYLOAD = Buffer.from('{"sub":"somebody","exp":1}').toString('base64url');

describe('an error text', () => {
  test.each([
    ['an SSN', '123-45-6789'],
    ['an SSN without its dashes', '123456789'],
    ['an SSN without its leading zeros', '1234567'],
    ['an EIN', '12-3456789'],
    ['an email', 'ana.example+news@mail.example.com'],
    ['a bearer token', `Bearer ${PAYLOAD}.${PAYLOAD}.c2lnbmF0dXJl`],
    ['the payload of a token', PAYLOAD],
    ['a whole token', `${PAYLOAD}.${PAYLOAD}.c2lnbmF0dXJl`],
  ])('does not include %s', (_, secret) => {
    for (const text of [
      secret,
      `"${secret}"`,
      `{"a":${secret}}`,
      `unknown field ${secret}, sorry`,
    ]) {
      expect(withoutSecrets(text)).toBe(text.replace(secret, '[hidden]'));
    }
  });

  test.each([
    'must not be greater than 999999999',
    'policy 2 of 1024, at 2026-01-15T10:00:00.123Z',
    'took 0.1234567 s on 127.0.0.1:54321',
    'the phone number +16175550123',
  ])('includes texts that are not secret: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  test('includes every id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(withoutSecrets(`no policy ${id}`)).toBe(`no policy ${id}`);
      }),
      { examples: [['12345678-1234-4123-8123-123456789012'], [randomUUID()]] },
    );
  });
});
