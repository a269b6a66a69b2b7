import { describe, expect, test } from '@jest/globals';
import { newId, type ConsentState } from '@ndx/contracts';
import { stateOf } from './consent.js';
import { addGrant, amendConsent, grantConsent, revokeConsent } from './consent-change.js';
import { recoverConsent } from './recover-consent.js';

const NOW = new Date('2026-06-01T00:00:00.000Z');

const granted = () =>
  grantConsent(
    {
      kind: 'business',
      entityId: newId(),
      networkId: newId(),
      subject: { id: newId(), matchHashes: ['hash'] },
      legalName: 'Example LLC',
      terms: { scope: '*', consentedFields: '*', expiresAt: new Date('2027-06-01T00:00:00.000Z') },
    },
    NOW,
  ).consent;

const readModel = (state: ConsentState, isOlder = true) => ({
  revision: state.revision,
  state,
  isOlder,
});

describe('a consent recovered from a read model', () => {
  test('stays revoked when the read model is revoked', () => {
    const consent = granted();
    const lost = revokeConsent(consent, NOW).consent;
    const { consent: recovered, action } = recoverConsent(consent, readModel(stateOf(lost)), NOW);
    expect(recovered).toMatchObject({ revokedAt: NOW, revision: 3 });
    expect(action).toBe('revoked');
  });

  test('has the narrower value of each member', () => {
    const consent = granted();
    const sooner = new Date('2026-12-01T00:00:00.000Z');
    const lost = amendConsent(
      consent,
      { scope: 'kyb_certificate', consentedFields: 'a.*,b.c', expiresAt: sooner },
      NOW,
    ).consent;
    const own = amendConsent(consent, { consentedFields: 'a.x,b.*' }, NOW).consent;
    const { consent: recovered } = recoverConsent(own, readModel(stateOf(lost)), NOW);
    expect(recovered).toMatchObject({
      scope: 'kyb_certificate',
      consentedFields: 'a.x,b.c',
      expiresAt: sooner,
      grants: [{ fieldDefinitions: ['a.x', 'b.c'], effectiveTo: null }],
    });
  });

  test.each([
    [true, 'kyb_certificate'],
    [false, 'total_consumer_assets'],
  ])(
    'has the later value when the two have nothing in common (read model is older: %s)',
    (isOlder, scope) => {
      const consent = granted();
      const lost = amendConsent(consent, { scope: 'total_consumer_assets' }, NOW).consent;
      const own = amendConsent(consent, { scope: 'kyb_certificate' }, NOW).consent;
      expect(recoverConsent(own, readModel(stateOf(lost), isOlder), NOW).consent.scope).toBe(scope);
    },
  );

  test('keeps closed grants closed, and keeps grants that the read model does not have', () => {
    const [one, other] = [granted(), { furnishingEntityId: newId(), fieldDefinitions: ['a.x'] }];
    const own = addGrant(one, other, NOW).consent;
    const lost = { ...one, grants: one.grants.map((grant) => ({ ...grant, effectiveTo: NOW })) };
    const { grants } = recoverConsent(own, readModel(stateOf(lost)), NOW).consent;
    expect(grants.map(({ effectiveTo }) => effectiveTo)).toEqual([NOW, null]);
  });

  test('gets a revision above both, and no changes, when the read model has none', () => {
    const consent = granted();
    const { consent: recovered, differences } = recoverConsent(
      consent,
      readModel({ ...stateOf(consent), revision: 9 }),
      NOW,
    );
    expect(recovered).toEqual({ ...consent, revision: 10 });
    expect(differences).toEqual({});
  });
});
