import { describe, expect, test } from '@jest/globals';
import { requireConsent } from './consent.js';
import { aConsent, aPrincipal, id, NETWORK, NOW, OTHER_NETWORK } from '../../testing/builders.js';

const request = {
  principal: aPrincipal,
  subjectType: 'business' as const,
  networkIds: [NETWORK],
  slug: 'kyb_certificate',
  now: NOW,
};

const refusal = (code: string) => expect.objectContaining({ code });

describe('a consent in a query', () => {
  test('is accepted when it is in force, in scope and covers the networks', () => {
    const consent = aConsent();
    expect(requireConsent(request, consent)).toBe(consent);
  });

  test('that is unknown, or that another institution recorded, is a 404', () => {
    expect(() => requireConsent(request, undefined)).toThrow(refusal('RESOURCE_NOT_FOUND'));
    expect(() => requireConsent(request, aConsent({ entity_id: id(99) }))).toThrow(
      refusal('RESOURCE_NOT_FOUND'),
    );
  });

  test('of a consumer is a validation error for a business', () => {
    expect(() => requireConsent(request, aConsent({ kind: 'consumer' }))).toThrow(
      refusal('VALIDATION_ERROR'),
    );
  });

  test('that is revoked, expired or of another network is rejected', () => {
    for (const change of [
      { revoked_at: '2026-05-31T00:00:00.000Z' },
      { expires_at: new Date(NOW).toISOString() },
      { network_id: OTHER_NETWORK },
    ]) {
      expect(() => requireConsent(request, aConsent(change))).toThrow(refusal('PERMISSION_DENIED'));
    }
  });

  test('whose scope does not cover the product is rejected', () => {
    expect(() => requireConsent(request, aConsent({ scope: 'credit_history_bundle' }))).toThrow(
      refusal('PERMISSION_DENIED'),
    );
  });

  test('without a network covers every network in which its institution is a querier', () => {
    const consent = aConsent({ network_id: null });
    expect(requireConsent({ ...request, networkIds: [NETWORK, OTHER_NETWORK] }, consent)).toBe(
      consent,
    );
  });
});
