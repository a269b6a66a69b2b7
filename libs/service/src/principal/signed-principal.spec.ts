import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import fc from 'fast-check';
import { account, memberOfEach } from '../testing/principals.js';
import { PrincipalSigner, PrincipalVerifier } from './signed-principal.js';

const gateway = generateKeyPairSync('ed25519');
const consent = generateKeyPairSync('ed25519');
const principal = account();

const verifier = () =>
  new PrincipalVerifier(
    new Map([
      ['gateway', [gateway.publicKey]],
      ['consent', [consent.publicKey]],
    ]),
  );
const byGateway = () => new PrincipalSigner('gateway', gateway.privateKey);
const byConsent = () => new PrincipalSigner('consent', consent.privateKey);

describe('a signed caller', () => {
  test('is the account that the gateway signed, or the service that signed for itself', () => {
    expect(verifier().verify(byGateway().sign(principal))).toEqual({ kind: 'account', principal });
    expect(verifier().verify(byConsent().ourselves())).toEqual({
      kind: 'service',
      service: 'consent',
    });
  });

  test('is not verified as an account that another process than the gateway signed', () => {
    expect(verifier().verify(byConsent().sign(principal))).toBeUndefined();
  });

  test('is the user that the gateway signed, and no user that another process signed', () => {
    const user = { subject: 'user-1', organization: 'example' };
    expect(verifier().verify(byGateway().signUser(user))).toEqual({ kind: 'user', user });
    expect(verifier().verify(byConsent().signUser(user))).toBeUndefined();
  });

  test('is not verified under the name of a process with another key', () => {
    const posing = new PrincipalSigner('gateway', consent.privateKey);
    expect(verifier().verify(posing.sign(principal))).toBeUndefined();
    expect(verifier().verify(posing.ourselves())).toBeUndefined();
    const renamed = byConsent()
      .ourselves()
      .replace(/^consent/, 'gateway');
    expect(verifier().verify(renamed)).toBeUndefined();
  });

  test('is not verified when its signer has no public key', () => {
    const policy = new PrincipalSigner('policy', consent.privateKey);
    expect(verifier().verify(policy.ourselves())).toBeUndefined();
  });

  test('is verified by either key while one is replaced', () => {
    const next = generateKeyPairSync('ed25519');
    const both = new PrincipalVerifier(new Map([['gateway', [gateway.publicKey, next.publicKey]]]));
    for (const { privateKey } of [gateway, next]) {
      const header = new PrincipalSigner('gateway', privateKey).sign(principal);
      expect(both.verify(header)).toEqual({ kind: 'account', principal });
    }
  });

  test('with a moved clock is not verified outside a sandbox', () => {
    const moved = { ...principal, clock_offset_seconds: 1 };
    const header = byGateway().sign(moved);
    expect(verifier().verify(header)).toBeUndefined();
    const sandbox = new PrincipalVerifier(new Map([['gateway', [gateway.publicKey]]]), true);
    expect(sandbox.verify(header)).toEqual({ kind: 'account', principal: moved });
  });

  test('is not verified after its expiry, even if it was verified before', () => {
    expect(verifier().verify(byGateway().sign(principal, 0))).toBeUndefined();
  });

  test('is remembered, and forgotten when larger ones need the memory', () => {
    const [signer, services] = [byGateway(), verifier()];
    const header = signer.sign(principal);
    const verified = services.verify(header);
    expect(services.verify(header)).toBe(verified);
    const networkIds = Array.from({ length: 1_000 }, () => newId());
    const { memberships } = memberOfEach('querier', ...networkIds);
    // Together longer than the remembered 16 Mi characters, and fewer than the remembered headers.
    for (let n = 0; n < 150; n += 1) {
      services.verify(signer.sign({ ...principal, account_id: `account ${n}`, memberships }));
    }
    expect(services.verify(header)).toEqual(verified);
    expect(services.verify(header)).not.toBe(verified);
  });

  test('of a service is signed once and used again', () => {
    const signer = byConsent();
    expect(signer.ourselves()).toBe(signer.ourselves());
  });

  test('is not verified when it was altered in any place', () => {
    const header = byGateway().sign(principal);
    const services = verifier();
    fc.assert(
      fc.property(
        fc.nat(header.length - 1),
        fc.constantFrom('A', 'b', '0', '.', '_'),
        (at, other) => {
          // The last character has bits that its encoding ignores.
          fc.pre(header[at] !== other && at < header.length - 1);
          const altered = header.slice(0, at) + other + header.slice(at + 1);
          expect(services.verify(altered)).toBeUndefined();
        },
      ),
    );
  });

  test.each([undefined, '', '.', '..', 'a.b', 'gateway.e30.', ['x', 'y']])(
    'is not verified when the header is %j',
    (header) => {
      expect(verifier().verify(header)).toBeUndefined();
    },
  );
});
