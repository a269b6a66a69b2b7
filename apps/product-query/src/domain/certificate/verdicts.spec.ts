import { kybCertificate } from '@ndx/catalog';
import type { ConsentState, Verdict } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { assembleCertificate } from './assemble-certificate.js';
import type { Candidate } from '../candidate.js';

import { consentedAccess } from '../consent/consented-access.js';
import { decisionOf } from '../decision/decision.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import {
  aCandidate,
  aConsent,
  aField,
  aPolicy,
  aSelection,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
} from '../../testing/builders.js';

const MODEL = 'business_identity_verification';

interface Asked {
  readonly policy?: QueryingPolicy;
  readonly consent?: ConsentState;
  readonly furnishingEntityIds?: readonly string[];
}

function judge(
  candidates: readonly Candidate[],
  { policy = aPolicy(), consent, furnishingEntityIds = [] }: Asked = {},
) {
  return assembleCertificate({
    product: kybCertificate,
    candidates,
    furnishingEntityIds,
    rules: new Map([[NETWORK, { policy, consent, accessTo: consentedAccess(consent, NOW) }]]),
    now: NOW,
  });
}

const ours = aCandidate();
const theirs = aCandidate({ furnishingEntityId: OTHER_FURNISHER, recordId: id(101) });

describe('a verdict', () => {
  const only = (...fields: string[]) => fields.map((field) => `${MODEL}.${field}`).join(',');
  const selecting = (change: Parameters<typeof aSelection>[0]) =>
    aPolicy({ modelSelections: [aSelection(change)] });
  const entityType = (change: Parameters<typeof aField>[0]) =>
    selecting({ field_selections: [aField(change)] });
  const EMPTY = aCandidate({ data: { business_entity_type: null } });
  const named = (business_legal_name: string) =>
    aCandidate({
      statedBusiness: JSON.stringify({
        business_legal_name,
        business_jurisdiction_of_formation: 'US-DE',
        business_registration_identifier: '5551234',
      }),
    });
  const ofShell = named('Shell Trading Inc');
  const REQUIRED = selecting({ name_match: 'require' });
  const namedUnder = (policy: QueryingPolicy, change: Partial<ConsentState> = {}) => ({
    policy,
    consent: aConsent({ business_legal_name: 'Real Name LLC', ...change }),
  });

  test.each<[Verdict, string | undefined, Candidate, Asked]>([
    ['chosen', undefined, ours, {}],
    [
      'consent_scope',
      undefined,
      ours,
      { consent: aConsent({ consented_fields: only('business_website_url') }) },
    ],
    ['grant', undefined, ours, { consent: aConsent({ field_access_grants: [] }) }],
    ['furnisher_not_requested', undefined, ours, { furnishingEntityIds: [OTHER_FURNISHER] }],
    ['not_enabled', undefined, ours, { policy: selecting({ is_enabled: false }) }],
    [
      'source_not_accepted',
      undefined,
      ours,
      { policy: selecting({ selected_provenance_option_ids: [OTHER_FURNISHER] }) },
    ],
    ['attestation_missing', undefined, ours, { policy: selecting({ attestation_required: true }) }],
    ['too_old', undefined, ours, { policy: selecting({ max_age_days: 30 }) }],
    ['name_differs', undefined, ofShell, namedUnder(REQUIRED)],
    [
      'value_not_accepted',
      'business_entity_type',
      ours,
      { policy: entityType({ accepted_values: ['corporation'] }) },
    ],
    [
      'nothing_readable',
      undefined,
      ours,
      {
        policy: entityType({ is_enabled: false }),
        consent: aConsent({ consented_fields: only('business_entity_type') }),
      },
    ],
    [
      'required_field_missing',
      'business_entity_type',
      EMPTY,
      { policy: entityType({ is_required: true }) },
    ],
  ])('%s is reached', (verdict, field, candidate, asked) => {
    const found = judge([candidate], asked).judgements.map((one) => [one.verdict, one.field]);
    expect(found).toEqual([[verdict, field]]);
  });

  test.each<[Verdict, Candidate, Asked]>([
    [
      'outranked_by_source_order',
      theirs,
      { policy: selecting({ selected_provenance_option_ids: [FURNISHER, OTHER_FURNISHER] }) },
    ],
    ['outranked_by_verification_time', { ...theirs, performedAt: ours.performedAt - 1 }, {}],
    ['outranked_by_furnishing_time', { ...theirs, furnishedAt: ours.furnishedAt - 1 }, {}],
    ['outranked_by_record_id', theirs, {}],
  ])('%s names the criterion between two records', (verdict, other, asked) => {
    expect(judge([other, ours], asked).judgements).toMatchObject([
      { candidate: { recordId: ours.recordId }, verdict: 'chosen' },
      { candidate: { recordId: other.recordId }, verdict },
    ]);
  });

  describe('the legal name in a record', () => {
    const verdictsOf = (...input: Parameters<typeof judge>) =>
      judge(...input).judgements.map(({ verdict, nameDiffers }) => [verdict, nameDiffers]);

    test('that differs from that of the consent is reported, unless the policy requires it', () => {
      expect(verdictsOf([ofShell], namedUnder(aPolicy()))).toEqual([['chosen', true]]);
      expect(verdictsOf([ofShell], namedUnder(REQUIRED))).toEqual([['name_differs', undefined]]);
    });

    test.each([
      ['in another spelling', named('REAL-NAME, L.L.C.')],
      ['absent', ours],
    ])('%s does not differ', (_, record) => {
      expect(verdictsOf([record], namedUnder(aPolicy()))).toEqual([['chosen', false]]);
      expect(verdictsOf([record], namedUnder(REQUIRED))).toEqual([['chosen', false]]);
    });

    test('does not matter to a query without a consent', () => {
      expect(verdictsOf([ofShell], { policy: REQUIRED })).toEqual([['chosen', false]]);
    });

    test('does not influence a query whose consent hides it', () => {
      const consented = { consented_fields: only('business_entity_type') };
      for (const policy of [aPolicy(), REQUIRED]) {
        const [differs, same] = [ofShell, named('Real Name LLC')].map((record) =>
          verdictsOf([record], namedUnder(policy, consented)),
        );
        expect(differs).toEqual(same);
      }
    });
  });

  test('the verdict is the first rule that excludes the record', () => {
    const policy = selecting({ attestation_required: true, max_age_days: 1 });
    expect(judge([ours], { policy }).judgements).toMatchObject([
      { verdict: 'attestation_missing' },
    ]);
  });

  test.each([
    ['the last verified record is known', aPolicy(), id(100), id(102)],
    [
      'the last furnished record is known where its verification time is hidden',
      selecting({
        field_selections: [
          aField({
            field_name: 'business_identity_verification_performed_timestamp',
            is_enabled: false,
          }),
        ],
      }),
      id(102),
      id(100),
    ],
  ])('%s, and the decision names the other one too', (_, policy, known, other) => {
    const { text, statedBusiness, furnishedAt } = ours;
    const newest = { recordId: id(102), furnishedAt: furnishedAt + 1, text, statedBusiness };
    const { judgements } = judge([{ ...ours, newest }], { policy });
    const decision = decisionOf({
      networkIds: [NETWORK],
      rules: new Map(),
      furnishingEntityIds: [],
      judgements,
      now: NOW,
    });
    expect(decision).toEqual({
      ids: [FURNISHER, known, other],
      models: { [MODEL]: [[0, 0, 1, null, 'chosen', null, 2]] },
    });
  });

  test('is recorded for every section of a result that is not issued', () => {
    const policy = aPolicy({
      modelSelections: kybCertificate.models.map(({ name }) =>
        aSelection({ model_name: name, is_required: true }),
      ),
    });
    const last = kybCertificate.models.at(-1)?.name ?? '';
    const { assembly, judgements } = judge([aCandidate({ model: last })], { policy });
    expect(assembly).toBeUndefined();
    expect(judgements).toMatchObject([{ candidate: { model: last }, verdict: 'chosen' }]);
  });
});
