import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stateOf, statusOf } from './consent.js';
import { addGrant, amendConsent, endGrant, grantConsent, revokeConsent } from './consent-change.js';
import { openGrant } from './field-access-grant.js';

const now = new Date('2025-03-10T08:00:00.000Z');
const later = new Date('2025-03-11T08:00:00.000Z');
const furnisher = '0190b5a0-0000-7000-8000-0000000000f1';
const fields = 'business_identity_verification.*';

const recorded = (terms: { consentedFields?: string; expiresAt?: Date } = {}) =>
  grantConsent(
    {
      kind: 'business',
      entityId: '0190b5a0-0000-7000-8000-0000000000e1',
      networkId: null,
      subject: { id: '0190b5a0-0000-7000-8000-0000000000b1', matchHashes: ['hash'] },
      legalName: 'Example LLC',
      terms: {
        scope: '*',
        consentedFields: '*',
        expiresAt: new Date('2026-03-10T08:00:00.000Z'),
        ...terms,
      },
    },
    now,
  );

describe('a consent', () => {
  test('starts with an open-ended grant to every furnisher for the consented fields', () => {
    const { consent } = recorded({ consentedFields: fields });
    expect(stateOf(consent).field_access_grants).toEqual([
      {
        grant_id: expect.any(String),
        furnishing_entity_id: '*',
        field_definitions: [fields],
        effective_from: now.toISOString(),
        effective_to: null,
      },
    ]);
  });

  test('is active until it expires; a revoked consent stays revoked after its expiry', () => {
    const { consent } = recorded({ expiresAt: later });
    expect(statusOf(consent, now)).toBe('active');
    expect(statusOf(consent, later)).toBe('expired');
    expect(statusOf(revokeConsent(consent, now).consent, later)).toBe('revoked');
  });

  test('that is revoked rejects every further change', () => {
    const { consent } = revokeConsent(recorded().consent, now);
    expect(revokeConsent(consent, later).consent.revokedAt).toEqual(now);
    expect(() => amendConsent(consent, { scope: '*' }, later)).toThrow('the consent is revoked');
    const input = { furnishingEntityId: '*', fieldDefinitions: ['*'] };
    expect(() => addGrant(consent, input, later)).toThrow('the consent is revoked');
  });

  test('that has expired rejects changes, including a later expiry, and can still be revoked', () => {
    const { consent } = recorded({ expiresAt: later });
    const input = { furnishingEntityId: '*', fieldDefinitions: ['*'] };
    const [grant] = consent.grants;
    for (const change of [
      () => amendConsent(consent, { expiresAt: new Date(later.getTime() + 1) }, later),
      () => amendConsent(consent, { scope: 'kyb_certificate' }, later),
      () => addGrant(consent, input, later),
      () => endGrant(consent, grant?.id ?? '', later),
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'RESOURCE_CONFLICT' }));
    }
    expect(revokeConsent(consent, later).consent.revokedAt).toEqual(later);
  });

  test('increments its revision with each change, and each event names its change', () => {
    const { consent } = recorded();
    const { consent: amended, differences } = amendConsent(
      consent,
      { scope: 'kyb_certificate' },
      now,
    );
    expect(amended.revision).toBe(2);
    expect(differences).toEqual({ scope: { from: '*', to: 'kyb_certificate' } });
    expect(revokeConsent(amended, later).differences).toEqual({
      revoked_at: { from: null, to: later.toISOString() },
    });
  });
});

describe('the initial grant of a consent', () => {
  test('follows the consented fields; added grants do not', () => {
    const { consent } = addGrant(
      recorded().consent,
      { furnishingEntityId: furnisher, fieldDefinitions: ['*'] },
      now,
    );
    const { consent: amended } = amendConsent(consent, { consentedFields: fields }, later);
    expect(amended.grants.map((grant) => grant.fieldDefinitions)).toEqual([[fields], ['*']]);
  });

  test('does not change after it is closed', () => {
    const { consent } = recorded();
    const [grant] = consent.grants;
    const closed = endGrant(consent, grant?.id ?? '', now).consent;
    const { consent: amended } = amendConsent(closed, { consentedFields: fields }, later);
    expect(amended.grants).toEqual(closed.grants);
  });
});

describe('a grant', () => {
  test('can be closed once, before or after it starts', () => {
    const input = { furnishingEntityId: furnisher, fieldDefinitions: ['*'], effectiveFrom: later };
    const { consent } = addGrant(recorded().consent, input, now);
    const id = consent.grants[1]?.id ?? '';
    const closed = endGrant(consent, id, now).consent;
    expect(closed.grants[1]?.effectiveTo).toEqual(now);
    expect(endGrant(closed, id, later).consent.grants).toEqual(closed.grants);
    expect(() => endGrant(closed, 'unknown', now)).toThrow('grant not found');
  });

  test('must end in the future and after its start', () => {
    const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
    fc.assert(
      fc.property(instant, instant, (effectiveFrom, effectiveTo) => {
        const open = () =>
          openGrant(
            { furnishingEntityId: '*', fieldDefinitions: ['*'], effectiveFrom, effectiveTo },
            now,
          );
        if (effectiveTo > effectiveFrom && effectiveTo > now)
          expect(open()).toMatchObject({ effectiveTo });
        else expect(open).toThrow('effective_to');
      }),
    );
  });
});
