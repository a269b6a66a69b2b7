import { describe, expect, test } from '@jest/globals';
import { attest, revoke, statusOf } from './attestation.js';

const input = {
  entityId: '0190b5a0-0000-7000-8000-000000000001',
  productId: '0190b5a0-0000-7000-8000-000000000002',
  signedByName: 'Chief compliance officer',
  signedByTitle: 'CCO',
  attestationData: {},
};

describe('an attestation', () => {
  test('is active for twelve months from creation, then expired', () => {
    const attestation = attest(input, new Date('2025-03-10T08:00:00.000Z'));
    expect(attestation.expiresAt.toISOString()).toBe('2026-03-10T08:00:00.000Z');
    expect(statusOf(attestation, new Date('2026-03-10T07:59:59.999Z'))).toBe('active');
    expect(statusOf(attestation, new Date('2026-03-10T08:00:00.000Z'))).toBe('expired');
  });

  test('created on a leap day expires on the last day of February', () => {
    const attestation = attest(input, new Date('2024-02-29T08:00:00.000Z'));
    expect(attestation.expiresAt.toISOString()).toBe('2025-02-28T08:00:00.000Z');
  });

  test('stays revoked, and does not change when it is revoked again', () => {
    const now = new Date('2025-03-10T08:00:00.000Z');
    const revoked = revoke(attest(input, now), now);
    expect(statusOf(revoked, now)).toBe('revoked');
    expect(revoked.revision).toBe(2);
    expect(revoke(revoked, new Date())).toEqual({ ...revoked, revision: 3 });
  });
});
