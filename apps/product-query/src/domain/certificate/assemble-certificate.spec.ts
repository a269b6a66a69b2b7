import { kybCertificate } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assembleCertificate } from './assemble-certificate.js';
import type { Candidate } from '../candidate.js';
import { consentedAccess } from '../consent/consented-access.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import {
  aCandidate,
  aConsent,
  aField,
  aPolicy,
  aSelection,
  DAY,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
} from '../../testing/builders.js';

const MODEL = 'business_identity_verification';

function assemble(
  candidates: readonly Candidate[],
  { policy = aPolicy(), consent }: { policy?: QueryingPolicy; consent?: ConsentState } = {},
) {
  return assembleCertificate({
    furnishingEntityIds: [],
    product: kybCertificate,
    candidates,
    rules: new Map([[NETWORK, { policy, consent, accessTo: consentedAccess(consent, NOW) }]]),
    now: NOW,
  }).assembly;
}

function chosenFurnisher(...input: Parameters<typeof assemble>) {
  return assemble(...input)?.get(MODEL)?.candidate.furnishingEntityId;
}

const ours = aCandidate();
const theirs = aCandidate({ furnishingEntityId: OTHER_FURNISHER, recordId: id(101) });

describe('the choice of a section', () => {
  test("prefers the policy's source over a more recent one", () => {
    const policy = aPolicy({
      modelSelections: [
        aSelection({ selected_provenance_option_ids: [OTHER_FURNISHER, FURNISHER] }),
      ],
    });
    const recent = { ...ours, performedAt: NOW };
    expect(chosenFurnisher([recent, theirs], { policy })).toBe(OTHER_FURNISHER);
  });

  test('ignores a source that the policy does not list', () => {
    const policy = aPolicy({
      modelSelections: [aSelection({ selected_provenance_option_ids: [OTHER_FURNISHER] })],
    });
    expect(assemble([ours], { policy })).toBeUndefined();
  });

  test('selects the most recently performed, then the most recently furnished, without a preference', () => {
    expect(chosenFurnisher([ours, { ...theirs, performedAt: ours.performedAt + 1 }])).toBe(
      OTHER_FURNISHER,
    );
    expect(chosenFurnisher([ours, { ...theirs, furnishedAt: ours.furnishedAt + 1 }])).toBe(
      OTHER_FURNISHER,
    );
  });

  test('does not depend on the order in which candidates are read', () => {
    const candidate = fc.record({
      performedAt: fc.constantFrom(1, 2),
      furnishedAt: fc.constantFrom(1, 2),
      recordId: fc.integer({ min: 1, max: 1_000 }).map(id),
      furnishingEntityId: fc.constantFrom(FURNISHER, OTHER_FURNISHER),
    });
    fc.assert(
      fc.property(
        fc
          .uniqueArray(candidate, { selector: (c) => c.recordId, minLength: 1 })
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
          ),
        ([list, shuffled]) => {
          const choose = (all: typeof list) =>
            assemble(all.map(aCandidate))?.get(MODEL)?.candidate.recordId;
          expect(choose(shuffled)).toBe(choose(list));
        },
      ),
    );
  });

  test('ignores a verification older than the policy allows', () => {
    const policy = aPolicy({ modelSelections: [aSelection({ max_age_days: 31 })] });
    expect(assemble([ours], { policy })).toBeDefined();
    expect(assemble([{ ...ours, performedAt: NOW - 31 * DAY - 1 }], { policy })).toBeUndefined();
  });

  test('ignores a furnisher without a current attestation when the policy requires one', () => {
    const policy = aPolicy({ modelSelections: [aSelection({ attestation_required: true })] });
    expect(assemble([ours], { policy })).toBeUndefined();
    expect(assemble([{ ...ours, attestationId: id(200) }], { policy })).toBeDefined();
  });
});

describe('required and enabled', () => {
  test('a required field without a value gives no certificate', () => {
    const policy = aPolicy({
      modelSelections: [
        aSelection({
          field_selections: [aField({ field_name: 'business_website_url', is_required: true })],
        }),
      ],
    });
    expect(assemble([ours, theirs], { policy })).toBeUndefined();
  });

  test('a less preferred source with the required field wins over a preferred one without it', () => {
    const policy = aPolicy({
      modelSelections: [
        aSelection({
          selected_provenance_option_ids: [FURNISHER, OTHER_FURNISHER],
          field_selections: [aField({ is_required: true })],
        }),
      ],
    });
    const lacking = aCandidate({
      data: { business_entity_type: null, business_dba_name: 'Corner Shop' },
    });
    expect(chosenFurnisher([lacking, theirs], { policy })).toBe(OTHER_FURNISHER);
  });

  test('a required section without data gives no certificate', () => {
    const policy = aPolicy({
      modelSelections: [
        aSelection({ model_name: 'business_risk_compliance_assessment', is_required: true }),
      ],
    });
    expect(assemble([ours], { policy })).toBeUndefined();
  });

  test('a disabled field is null; other fields are shown', () => {
    const policy = aPolicy({
      modelSelections: [aSelection({ field_selections: [aField({ is_enabled: false })] })],
    });
    const text = assemble([ours], { policy })?.get(MODEL)?.text;
    expect(JSON.parse(`{${text ?? ''}}`)).toMatchObject({
      data: { business_entity_type: null, business_dba_name: 'Corner Shop' },
    });
  });

  describe('accepted values', () => {
    const accepting = (change: Parameters<typeof aField>[0], model = {}) =>
      aPolicy({
        modelSelections: [
          aSelection({
            field_selections: [aField({ accepted_values: ['llc'], ...change })],
            ...model,
          }),
        ],
      });
    const failing = aCandidate({
      data: { business_entity_type: 'trust' },
      performedAt: NOW,
      furnishingEntityId: OTHER_FURNISHER,
      recordId: id(101),
    });

    test('exclude a later record with another value, and select the accepted one', () => {
      const section = assemble([ours, failing], { policy: accepting({}) })?.get(MODEL);
      expect(section?.candidate.recordId).toBe(ours.recordId);
      expect(section?.text).toContain('"business_entity_type":"llc"');
    });

    test('give no certificate when no record has one', () => {
      expect(assemble([failing], { policy: accepting({}) })).toBeUndefined();
      const none = aCandidate({ data: { business_entity_type: null } });
      expect(assemble([none], { policy: accepting({}) })).toBeUndefined();
    });

    test.each([
      ['the policy disables', accepting({ is_enabled: false }), undefined],
      [
        'the policy takes from others',
        accepting({ selected_provenance_option_ids: [OTHER_FURNISHER] }),
        undefined,
      ],
      [
        'the consent does not cover',
        accepting({}),
        aConsent({ consented_fields: `${MODEL}.business_dba_name` }),
      ],
    ])('are never met by a field that %s', (_, policy, consent) => {
      expect(assemble([ours], { policy, ...(consent && { consent }) })).toBeUndefined();
    });
  });

  test('a disabled section is not in the certificate', () => {
    const policy = aPolicy({ modelSelections: [aSelection({ is_enabled: false })] });
    expect(assemble([ours], { policy })).toBeUndefined();
  });

  test('the stored text is the answer when nothing is removed from it', () => {
    expect(assemble([ours])?.get(MODEL)?.text).toBe(ours.text);
  });
});

describe('consent', () => {
  test('hides the fields that it does not cover', () => {
    const consent = aConsent({ consented_fields: `${MODEL}.business_dba_name` });
    const text = assemble([ours], { consent })?.get(MODEL)?.text;
    expect(JSON.parse(`{${text ?? ''}}`)).toMatchObject({
      assertions: { business_identity_verification_performed_timestamp: null },
      data: { business_entity_type: null, business_dba_name: 'Corner Shop' },
    });
  });

  test('hides the fields of a grant that has ended or has not begun', () => {
    const [grant] = aConsent().field_access_grants;
    const withGrant = (change: object) =>
      aConsent({ field_access_grants: grant ? [{ ...grant, ...change }] : [] });
    expect(
      assemble([ours], { consent: withGrant({ effective_to: new Date(NOW).toISOString() }) }),
    ).toBeUndefined();
    expect(
      assemble([ours], { consent: withGrant({ effective_from: new Date(NOW + 1).toISOString() }) }),
    ).toBeUndefined();
    expect(
      assemble([ours], { consent: withGrant({ furnishing_entity_id: OTHER_FURNISHER }) }),
    ).toBeUndefined();
  });

  test('hidden verification times do not affect the choice', () => {
    const consent = aConsent({ consented_fields: `${MODEL}.business_dba_name` });
    const later = { ...theirs, performedAt: NOW };
    expect(chosenFurnisher([ours, later], { consent })).toBe(
      chosenFurnisher([ours, theirs], { consent }),
    );
  });
});
