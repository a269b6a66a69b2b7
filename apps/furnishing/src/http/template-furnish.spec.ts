import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { BOUNDS } from '@ndx/contracts';
import {
  BUSINESS_REGISTRATION,
  member,
  memberOfEach,
  subjectIdOf,
  UNUSABLE,
} from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { daysAgo } from '../testing/kyb-records.js';
import { aBusiness, aConsumer } from '../testing/template-requests.js';

const BUSINESS = 'business_identity_verification';
const CONSUMER = 'cashflow_snapshots_trends';

const pathOf = (slug: string) => `/api/templates/${slug}/furnish`;

const service = useFurnishingService();
beforeEach(() => {
  service.entity.failWith(undefined);
  service.entity.forget();
});

describe('a furnished template', () => {
  test('returns success, and is published as queries return it', async () => {
    const network = randomUUID();
    const principal = member(network, 'furnisher');
    const request = aConsumer({ bank_account_most_recent_account_balance: 1234.5 });
    expect(await service.furnish(principal, pathOf(CONSUMER), request)).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await service.eventsOf(principal, 1)).toEqual([
      {
        record_id: expect.any(String),
        network_id: network,
        dataset: CONSUMER,
        subject_type: 'consumer',
        subject_id: subjectIdOf(network, 78_051_120),
        furnishing_entity_id: principal.entity_id,
        furnished_at: expect.any(String),
        stated_business: null,
        models: { [CONSUMER]: { bank_account_most_recent_account_balance: '1234.5' } },
      },
    ]);
  });

  test('may have a large document, and is a 400 when its event would be too large', async () => {
    const principal = member(randomUUID(), 'furnisher');
    const furnish = (length: number) =>
      service.furnish(
        principal,
        pathOf('annual_personal_income'),
        aConsumer({ pay_frequency: 'monthly', paystub_upload: 'x'.repeat(length) }),
      );
    expect(await furnish(BOUNDS.record.dataBytes - 1_024)).toMatchObject({ status: 200 });
    expect(await service.eventsOf(principal, 1)).toHaveLength(1);
    expect(await furnish(BOUNDS.record.dataBytes)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('a record is at most') },
    });
  });

  test('sends a social security number and a date of birth only to entity', async () => {
    const principal = member(randomUUID(), 'furnisher');
    await service.furnish(principal, pathOf(CONSUMER), aConsumer());
    const [call] = service.entity.calls;
    expect(call).toMatchObject({
      path: '/internal/consumers/resolve',
      body: { consumers: [{ social_security_number: 78_051_120, first_name: 'Ada' }] },
    });
    const kept = JSON.stringify([
      await service.stored(principal),
      await service.eventsOf(principal, 1),
    ]);
    for (const secret of ['78051120', '1971-03-04', 'Ada', '3025550100']) {
      expect(kept).not.toContain(secret);
    }
  });

  test('stores and publishes a tax identifier encrypted', async () => {
    const network = randomUUID();
    const principal = member(network, 'furnisher');
    const request = aBusiness(principal.entity_id);
    const { status } = await service.furnish(principal, pathOf(BUSINESS), request);
    expect(status).toBe(200);
    const [event] = await service.eventsOf(principal, 1);
    const [row] = await service.stored(principal);
    expect(event?.subject_id).toBe(subjectIdOf(network, 4_711));
    expect(row?.['models']).toEqual(event?.models);
    expect(event?.stated_business).toEqual({
      business_legal_name: null,
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier: '4711',
    });
    expect(JSON.stringify(row)).not.toContain('3456789');
    const sealed = event?.models[BUSINESS]?.['business_tax_identifier_value'];
    expect(service.sealer.open(String(sealed))).toBe('12-3456789');
  });

  test('names a business as its furnisher stated before, since its request has no name', async () => {
    const network = randomUUID();
    const principal = member(network, 'furnisher');
    service.entity.name(subjectIdOf(network, 4_711), 'Stated Before LLC');
    await service.furnish(principal, pathOf(BUSINESS), aBusiness(principal.entity_id));
    const [event] = await service.eventsOf(principal, 1);
    expect(event?.stated_business).toEqual({
      business_legal_name: 'Stated Before LLC',
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier: '4711',
    });
  });

  test('cannot be a bundle, which is read-only', async () => {
    const principal = member(randomUUID(), 'furnisher');
    const answer = await service.furnish(principal, pathOf('kyc_certificate_bundle'), {});
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
  });
});

describe('the network of a template', () => {
  test('is the one in the header', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const principal = memberOfEach('furnisher', first, second);
    await service.furnish(principal, pathOf(CONSUMER), aConsumer(), {
      'x-network-id': second.toUpperCase(),
    });
    const [event] = await service.eventsOf(principal, 1);
    expect(event?.network_id).toBe(second);
  });
});

describe('a template is rejected', () => {
  test('400 when entity rejects the identity of its subject, with nothing stored', async () => {
    const principal = member(randomUUID(), 'furnisher');
    const request = aBusiness(principal.entity_id, { [BUSINESS_REGISTRATION]: UNUSABLE });
    expect(await service.furnish(principal, pathOf(BUSINESS), request)).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR', detail: `${BUSINESS_REGISTRATION}: must be usable` },
    });
    expect(await service.stored(principal)).toEqual([]);
  });

  test('400 when it was verified in the future', async () => {
    const principal = member(randomUUID(), 'furnisher');
    const request = aBusiness(principal.entity_id, {
      business_identity_verification_timestamp: daysAgo(-1),
    });
    const { status, body } = await service.furnish(principal, pathOf(BUSINESS), request);
    expect(status).toBe(400);
    expect(body['detail']).toMatch(/must not be in the future$/);
    expect(service.entity.calls).toEqual([]);
  });
});
