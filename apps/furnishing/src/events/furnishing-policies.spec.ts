import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AttestationCreated, AttestationRevoked, FurnishingPolicySaved } from '@ndx/contracts';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { governedFurnisher } from '../testing/governed-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';
import { aBusiness } from '../testing/template-requests.js';

const SECTION = 'business_identity_verification';
const AT = 'body -> records -> 0';
const PERFORMED_AT = `${AT} -> ${SECTION} -> assertions -> business_identity_verification_performed_timestamp`;
const WEBSITE_MISSING = `${AT} -> ${SECTION} -> data -> business_website_url: is required: the network asks for it`;

const service = useFurnishingService({ ENVIRONMENT: 'sandbox' });

const network = () => governedFurnisher(service);

describe('an active furnishing policy', () => {
  test('rejects a record without a required field', async () => {
    const { savePolicy, reasons } = network();
    await savePolicy({ required_fields: [`${SECTION}.business_website_url`] });
    expect(await reasons()).toEqual([WEBSITE_MISSING]);
    const section = anIdentitySection({ business_website_url: 'https://example.com' });
    expect(await reasons(aRecord({ [SECTION]: section }))).toEqual([]);
  });

  test('counts a blank text as missing', async () => {
    const { savePolicy, reasons } = network();
    await savePolicy({ required_fields: [`${SECTION}.business_website_url`] });
    const section = anIdentitySection({ business_website_url: ' ' });
    expect(await reasons(aRecord({ [SECTION]: section }))).toEqual([WEBSITE_MISSING]);
  });

  test('rejects a verification that is older than it allows', async () => {
    const { savePolicy, reasons } = network();
    await savePolicy({ max_age_days: 30 });
    const verified = (days: number) => aRecord({ [SECTION]: anIdentitySection({}, daysAgo(days)) });
    expect(await reasons(verified(29))).toEqual([]);
    expect(await reasons(verified(31))).toEqual([
      `${PERFORMED_AT}: must be at most 30 days old: the network asks for it`,
    ]);
  });

  test('judges age and attestation by the clock that a furnisher of a sandbox moved', async () => {
    const { principal, savePolicy, reasons, attest } = network();
    const later = { ...principal, clock_offset_seconds: 20 * 86_400 };
    const verified = (days: number) => aRecord({ [SECTION]: anIdentitySection({}, daysAgo(days)) });
    await savePolicy({ max_age_days: 30, attestation_required: true });
    await attest({ expires_at: daysAgo(-10) });
    expect(await reasons(verified(15))).toEqual([]);
    expect(await reasons(verified(15), later)).toEqual([
      expect.stringContaining('requires an active attestation'),
      `${PERFORMED_AT}: must be at most 30 days old: the network asks for it`,
    ]);
    // Others would see such a record as the latest until the real time catches up.
    expect(await reasons(verified(-5), later)).toContain(
      `${PERFORMED_AT}: must not be in the future`,
    );
  });

  test('can require a current active attestation of the furnisher for the product', async () => {
    const { savePolicy, reasons, attest, attestation } = network();
    await savePolicy({ attestation_required: true });
    const refused = [
      `${AT}: the network requires an active attestation of the furnisher for kyb_certificate`,
    ];
    expect(await reasons()).toEqual(refused);
    for (const useless of [
      { expires_at: daysAgo(1) },
      { product_id: randomUUID() },
      { entity_id: randomUUID() },
    ]) {
      await attest(useless);
      expect(await reasons()).toEqual(refused);
    }
    const current = attestation();
    await service.deliver(AttestationCreated, current);
    expect(await reasons()).toEqual([]);
    const revoked = { ...current, revoked_at: daysAgo(0), revision: 2 };
    await service.deliver(AttestationRevoked, revoked);
    expect(await reasons()).toEqual(refused);
    await service.deliver(AttestationCreated, current);
    expect(await reasons()).toEqual(refused);
  });

  test('reports every reason at once', async () => {
    const { savePolicy, reasons } = network();
    await savePolicy({
      required_fields: [`${SECTION}.business_website_url`],
      max_age_days: 0,
      attestation_required: true,
    });
    expect(await reasons()).toHaveLength(3);
  });

  test('rejects a template that feeds the product with 400 and every reason', async () => {
    const { savePolicy, principal } = network();
    await savePolicy({ attestation_required: true, max_age_days: 1 });
    const request = aBusiness(principal.entity_id, {
      business_identity_verification_timestamp: daysAgo(3),
    });
    const path = `/api/templates/${SECTION}/furnish`;
    const answer = await service.furnish(principal, path, request);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error_code: 'VALIDATION_ERROR',
        detail: 'the network requires an active attestation of the furnisher for kyb_certificate',
        errors: [{}, {}],
      },
    });
    expect(await service.stored(principal)).toEqual([]);
  });
});

describe('a furnishing policy', () => {
  test.each([
    ['that is a draft', { active_on: null }],
    ['before its time', { active_on: daysAgo(-1) }],
    ['that is deprecated', { deprecated_on: daysAgo(0) }],
    ['of another network', { network_id: randomUUID() }],
    ['of another product', { product_id: randomUUID() }],
  ])('%s requires nothing', async (_, state) => {
    const { savePolicy, reasons } = network();
    await savePolicy({ attestation_required: true, ...state });
    expect(await reasons()).toEqual([]);
  });

  test('never returns to an earlier revision', async () => {
    const { policy, reasons } = network();
    const saved = policy({ attestation_required: true });
    await service.deliver(FurnishingPolicySaved, { ...saved, revision: 2, active_on: null });
    await service.deliver(FurnishingPolicySaved, saved);
    expect(await reasons()).toEqual([]);
  });

  test('is replaced by a more recently activated one', async () => {
    const { savePolicy, reasons } = network();
    await savePolicy({ active_on: daysAgo(2), version: 1 });
    await savePolicy({ active_on: daysAgo(1), version: 1, attestation_required: true });
    await savePolicy({ active_on: daysAgo(3), version: 9 });
    expect(await reasons()).toHaveLength(1);
  });

  test('is replaced by a higher version with the same activation time', async () => {
    const { savePolicy, reasons } = network();
    const active_on = daysAgo(1);
    await savePolicy({ active_on, version: 2, attestation_required: true });
    await savePolicy({ active_on, version: 1 });
    await savePolicy({ active_on, version: 1 });
    expect(await reasons()).toHaveLength(1);
  });
});
