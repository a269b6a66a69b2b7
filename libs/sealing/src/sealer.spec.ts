import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keyIdOf, Sealer } from './sealer.js';

const key = (id: string) => ({ id, key: randomBytes(32) });

describe('encrypted values', () => {
  test('any text is decrypted to itself and is not visible in the encrypted value', () => {
    const sealer = new Sealer([key('a')]);
    fc.assert(
      fc.property(fc.string({ minLength: 9, unit: 'binary' }), (text) => {
        const sealed = sealer.seal(text);
        expect(sealer.open(sealed)).toBe(text);
        expect(sealed).not.toContain(text);
      }),
    );
  });

  test('encrypting the same text twice gives two different values', () => {
    const sealer = new Sealer([key('a')]);
    expect(sealer.seal('012345678')).not.toBe(sealer.seal('012345678'));
  });

  test('a value under an older key can be decrypted after a new key has become active', () => {
    const older = key('older');
    const sealed = new Sealer([older]).seal('012345678');
    const rotated = new Sealer([key('newer'), older]);
    expect(rotated.open(sealed)).toBe('012345678');
    expect(rotated.seal('012345678')).toMatch(/^v1\.newer\./);
  });

  test('an altered value is rejected', () => {
    const sealer = new Sealer([key('a')]);
    const sealed = sealer.seal('012345678');
    const last = sealed.at(-5) === 'A' ? 'B' : 'A';
    expect(() => sealer.open(`${sealed.slice(0, -5)}${last}${sealed.slice(-4)}`)).toThrow();
  });

  test('a value under an unknown key is rejected', () => {
    const sealed = new Sealer([key('a')]).seal('012345678');
    expect(() => new Sealer([key('b')]).open(sealed)).toThrow(
      'needs the key a, which SEALING_KEYS lacks',
    );
  });

  test('a text that is not an encrypted value is rejected', () => {
    expect(() => new Sealer([key('a')]).open('012345678')).toThrow('unknown form');
  });

  test('contain their key id; other texts have none', () => {
    const sealer = new Sealer([key('a_b-1')]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(keyIdOf(sealer.seal(text))).toBe('a_b-1');
        expect(keyIdOf(`${text} ${sealer.seal(text)}`)).toBeUndefined();
      }),
    );
  });
});
