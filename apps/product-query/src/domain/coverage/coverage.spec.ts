import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import { consentedAccess } from '../consent/consented-access.js';
import { isComplete, type FurnisherCoverage } from './coverage.js';
import { kybCoverage } from './kyb-coverage.js';
import type { NetworkRules } from '../policy/network-rules.js';
import { builtInDefault } from '../policy/querying-policy.js';
import { templateCoverage } from './template-coverage.js';
import type { Candidate } from '../candidate.js';
import { LARGE_BYTES, splitUploads } from '../template/template-record.js';
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
  PRODUCT,
} from '../../testing/builders.js';
import {
  anInput,
  answerTo,
  aPart,
  aPolicyOn,
  aTemplateRecord,
  recordsOf,
  valuesOf,
} from '../../testing/template-input.js';

const IDENTITY = 'business_identity_verification';

function metFields(coverage: FurnisherCoverage | undefined, model: string): string[] {
  const fields = coverage?.models.find((covered) => covered.model === model)?.fields ?? [];
  return fields.filter(({ met }) => met).map(({ field }) => field);
}

describe('coverage of the certificate', () => {
  const coverage = (
    candidates = [aCandidate()],
    { policy = builtInDefault(PRODUCT), consent }: Partial<NetworkRules> = {},
  ) =>
    kybCoverage({
      product: kybCertificate,
      candidates,
      furnishingEntityIds: [],
      rules: new Map([[NETWORK, { policy, consent, accessTo: consentedAccess(consent, NOW) }]]),
      now: NOW,
    });

  test('lists every field of every section, met when it has a value', () => {
    const [covered, ...others] = coverage();
    expect(others).toEqual([]);
    expect(covered?.models.map(({ model }) => model)).toEqual(
      kybCertificate.models.map(({ name }) => name),
    );
    expect(metFields(covered, IDENTITY)).toEqual([
      'business_identity_verification_performed_timestamp',
      'business_dba_name',
      'business_entity_type',
    ]);
    // The built-in policy requires nothing.
    expect(covered && isComplete(covered)).toBe(true);
  });

  test('omits fields that the policy disables, and is complete without them', () => {
    const unmet = (coverage()[0]?.models ?? []).map(({ model, fields }) =>
      aSelection({
        model_name: model,
        field_selections: fields.flatMap(({ field, met }) =>
          met ? [] : [aField({ field_name: field, is_enabled: false })],
        ),
      }),
    );
    const [covered] = coverage([aCandidate()], { policy: aPolicy({ modelSelections: unmet }) });
    expect(covered?.models.map(({ model }) => model)).toEqual([IDENTITY]);
    expect(covered && isComplete(covered)).toBe(true);
  });

  test('omits a furnisher without readable fields', () => {
    const theirs = aCandidate({ furnishingEntityId: OTHER_FURNISHER, recordId: id(101) });
    const [grant] = aConsent().field_access_grants;
    const forThem = grant && { ...grant, furnishing_entity_id: OTHER_FURNISHER };
    const consent = aConsent({ field_access_grants: forThem ? [forThem] : [] });
    const furnishers = (...input: Parameters<typeof coverage>) =>
      coverage(...input).map(({ furnishingEntityId }) => furnishingEntityId);
    expect(furnishers([aCandidate(), theirs], { consent })).toEqual([OTHER_FURNISHER]);
    const policy = aPolicy({ modelSelections: [aSelection({ max_age_days: 30 })] });
    expect(furnishers([aCandidate(), theirs], { policy })).toEqual([]);
  });

  describe('is complete when one furnisher alone meets the requirements of the policy', () => {
    const missing = (...selections: Parameters<typeof aSelection>[0][]) => {
      const policy = aPolicy({ modelSelections: selections.map(aSelection) });
      return coverage([aCandidate()], { policy })[0]?.missing;
    };
    const website = aField({ field_name: 'business_website_url', is_required: true });

    test.each([
      ['a required field that is there', { field_selections: [aField({ is_required: true })] }, []],
      [
        'an optional field',
        { field_selections: [aField({ field_name: 'business_website_url' })] },
        [],
      ],
      ['a required section', { is_required: true }, []],
      [
        'a required field that is absent',
        { field_selections: [website] },
        [`${IDENTITY}.business_website_url`],
      ],
      [
        'a required section of which nothing was furnished',
        { model_name: 'business_risk_compliance_assessment', is_required: true },
        ['business_risk_compliance_assessment'],
      ],
    ])('%s', (_, selection, paths) => {
      expect(missing(selection)).toEqual(paths);
    });

    test('counts a value that is not accepted as missing in a required section', () => {
      const theirs = aCandidate({ model: 'business_risk_compliance_assessment' });
      const policy = aPolicy({
        modelSelections: [
          aSelection({
            is_required: true,
            field_selections: [aField({ accepted_values: ['trust'] })],
          }),
        ],
      });
      expect(coverage([aCandidate(), theirs], { policy })[0]?.missing).toEqual([
        `${IDENTITY}.business_entity_type`,
      ]);
    });
  });

  test('lists the available fields when a required field is missing', () => {
    const policy = aPolicy({
      modelSelections: [
        aSelection({
          field_selections: [aField({ field_name: 'business_website_url', is_required: true })],
        }),
      ],
    });
    expect(metFields(coverage([aCandidate()], { policy })[0], IDENTITY)).toContain(
      'business_entity_type',
    );
  });

  test('lists a field without consent as not met', () => {
    const consent = aConsent({ consented_fields: `${IDENTITY}.business_dba_name` });
    const [covered] = coverage([aCandidate()], { consent });
    expect(metFields(covered, IDENTITY)).toEqual(['business_dba_name']);
    expect(covered?.models[0]?.fields).toHaveLength(coverage()[0]?.models[0]?.fields.length ?? 0);
  });
});

describe('coverage of a template', () => {
  const coverage = (
    slug: string,
    records: readonly Candidate[],
    rules: Partial<NetworkRules> = {},
  ) => templateCoverage(anInput(slug, records, { rules }));
  const assets = aTemplateRecord('total_consumer_assets', { asset_type: 'house' });
  const address = aTemplateRecord('address_verification', {
    address_verification_method_type: 'utility bill',
    address_verification_timestamp: '2026-01-15T09:30:00Z',
  });

  test('is computed for each furnisher separately', () => {
    const slug = 'total_consumer_assets';
    const theirs = aTemplateRecord(
      slug,
      { housing_status_own_rent: 'own' },
      { furnishingEntityId: OTHER_FURNISHER },
    );
    const covered = coverage(slug, [assets, theirs]);
    expect(covered.map((one) => [one.furnishingEntityId, metFields(one, slug)])).toEqual([
      [FURNISHER, ['asset_type']],
      [OTHER_FURNISHER, ['housing_status_own_rent']],
    ]);
  });

  test('meets a derived field when it can be computed from the readable values of a record', () => {
    const slug = 'total_consumer_liabilities';
    const debts = valuesOf(slug);
    const [debt = '', ...others] = Object.keys(debts);
    const total = 'current_total_liabilities';
    const [whole] = coverage(slug, [aTemplateRecord(slug, debts)]);
    expect(metFields(whole, slug)).toContain(total);
    expect(whole && isComplete(whole)).toBe(true);
    const lacking = Object.fromEntries(others.map((name) => [name, debts[name]]));
    expect(metFields(coverage(slug, [aTemplateRecord(slug, lacking)])[0], slug)).not.toContain(
      total,
    );
    const hidden = { consent: aConsent({ consented_fields: `${slug}.${debt}` }) };
    expect(metFields(coverage(slug, [aTemplateRecord(slug, debts)], hidden)[0], slug)).toEqual([
      debt,
    ]);
  });

  test('a part of a bundle that was not furnished is not met by statements about it', () => {
    const slug = 'kyc_certificate_bundle';
    const met = metFields(coverage(slug, [address])[0], slug);
    expect(met).toContain('is_address_verification_complete');
    expect(met).not.toContain('is_document_capture_complete');
  });

  test('equals the answer of a query for every kind of output', () => {
    for (const { slug, outputs } of TEMPLATES) {
      const input = anInput(slug, recordsOf(slug), { attested: [FURNISHER] });
      const answered = Object.entries(answerTo(input)?.body ?? {});
      const [covered] = templateCoverage(input);
      const governed = outputs.filter(
        ({ source }) => source.kind !== 'query-id' && source.kind !== 'furnisher-id',
      );
      expect([slug, metFields(covered, slug)]).toEqual([slug, governed.map(({ name }) => name)]);
      expect(answered.filter(([, value]) => value === null)).toEqual([]);
      expect([slug, covered?.missing]).toEqual([slug, []]);
    }
  });

  test('counts a stored upload, and an output about its presence, as met', () => {
    const slug = 'document_verification';
    const { content, uploads } = splitUploads({
      ...valuesOf(slug),
      identity_document_upload: 'x'.repeat(LARGE_BYTES),
    });
    expect(Object.keys(uploads ?? {})).toEqual(['identity_document_upload']);
    const [covered] = coverage(slug, [aTemplateRecord(slug, content)]);
    expect(covered && isComplete(covered)).toBe(true);
  });

  test('of a bundle meets no field that consent or policy hides in its data set', () => {
    const part = 'address_verification';
    const [bundle, field] = ['kyc_certificate_bundle', 'address_verification_method_type'];
    const record = aTemplateRecord(part, { [field]: 'utility bill' });
    const policy = aPolicyOn(part, { field_name: field, is_enabled: false });
    expect(coverage(bundle, [record])).toHaveLength(1);
    expect(coverage(bundle, [record], { parts: new Map([[part, aPart({ policy })]]) })).toEqual([]);
    expect(coverage(bundle, [record], { parts: new Map() })).toEqual([]);
  });

  test('omits a furnisher without readable values', () => {
    const consent = aConsent({ consented_fields: 'total_consumer_assets.housing_status_own_rent' });
    expect(coverage('total_consumer_assets', [assets], { consent })).toEqual([]);
  });
});
