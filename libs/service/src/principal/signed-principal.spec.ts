import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PrincipalSigner, type SignedCaller } from './signed-principal.js';

const KEY = 'a secret of at least thirty-two characters';
const service: SignedCaller = { kind: 'service', service: 'consent' };

describe('a signed caller', () => {
  test('is who was signed, for anyone with the key', () => {
    const header = new PrincipalSigner(KEY).sign(service);
    expect(new PrincipalSigner(KEY).verify(header)).toEqual(service);
  });

  test('under another key is nobody', () => {
    const header = new PrincipalSigner(`${KEY}!`).sign(service);
    expect(new PrincipalSigner(KEY).verify(header)).toBeUndefined();
  });

  test('whose time is over is nobody, even where it was verified before', () => {
    const signer = new PrincipalSigner(KEY);
    expect(signer.verify(signer.sign(service, 0))).toBeUndefined();
  });

  test('that was altered in any place is nobody', () => {
    const signer = new PrincipalSigner(KEY);
    const header = signer.sign(service);
    fc.assert(
      fc.property(
        fc.nat(header.length - 1),
        fc.constantFrom('A', 'b', '0', '.', '_'),
        (at, other) => {
          // The last character carries bits that its encoding leaves out.
          fc.pre(header[at] !== other && at < header.length - 1);
          const altered = header.slice(0, at) + other + header.slice(at + 1);
          expect(signer.verify(altered)).toBeUndefined();
        },
      ),
    );
  });

  test.each([undefined, '', '.', 'a.b', ['x', 'y']])(
    'is nobody where the header is %j',
    (header) => {
      expect(new PrincipalSigner(KEY).verify(header)).toBeUndefined();
    },
  );
});
