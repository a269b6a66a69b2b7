import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { member, subjectIdOf } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentity, anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const PATH = '/v1/products/kyb_certificate/furnish';
const SECTION = 'business_identity_verification';

const service = useFurnishingService();
beforeEach(() => {
  service.entity.failWith(undefined);
  service.entity.forget();
});

describe('an accepted submission', () => {
  test('names each record and its business, in order', async () => {
    const { network, furnish } = kybFurnisher(service);
    const { status, body } = await furnish([
      aRecord({ business_identity: anIdentity('C-1') }),
      aRecord({ business_identity: anIdentity('C-2') }),
    ]);
    const accepted = { accepted: true, record_id: expect.any(String), errors: [] };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        submission_id: expect.any(String),
        results: [
          { ...accepted, index: 0, business_id: subjectIdOf(network, 'C-1') },
          { ...accepted, index: 1, business_id: subjectIdOf(network, 'C-2') },
        ],
      },
    });
  });

  test('is published with the sections as a query returns them, without identity fields', async () => {
    const { network, principal, furnish } = kybFurnisher(service);
    const performedAt = daysAgo(3);
    const section = anIdentitySection(
      { business_registered_address: { city: 'Dover' } },
      performedAt,
    );
    const { body } = await furnish([aRecord({ [SECTION]: section })]);
    const [result] = body['results'] as { record_id: string }[];
    const [event] = await service.eventsOf(principal, 1);
    expect(event).toEqual({
      record_id: result?.record_id,
      network_id: network,
      dataset: 'kyb_certificate',
      subject_type: 'business',
      subject_id: subjectIdOf(network, 'C-1001'),
      furnishing_entity_id: principal.entity_id,
      furnished_at: expect.any(String),
      stated_business: {
        business_legal_name: 'Northwind Coffee LLC',
        business_jurisdiction_of_formation: 'US-DE',
        business_registration_identifier: 'C-1001',
      },
      models: { [SECTION]: expect.objectContaining({ assertions: section.assertions }) },
    });
    expect(event?.models[SECTION]?.['data']).toMatchObject({
      business_dba_name: 'Northwind',
      business_registered_address: { city: 'Dover', country: null },
      business_entity_type: null,
    });
    expect(JSON.stringify(event)).not.toContain('3456789');
  });

  test('is stored with its program, its date and its records', async () => {
    const { network, principal, furnish } = kybFurnisher(service);
    const more = { program_name: 'onboarding', application_date: '2025-02-28' };
    const { body } = await furnish([aRecord(), { no: 'record' }], more);
    expect(await service.stored(principal)).toEqual([
      expect.objectContaining({
        id: body['submission_id'],
        network_id: network,
        account_id: principal.account_id,
        dataset: 'kyb_certificate',
        ...more,
        record_count: 2,
        accepted_count: 1,
        position: 0,
        subject_id: subjectIdOf(network, 'C-1001'),
        models: { [SECTION]: expect.anything() },
      }),
    ]);
  });

  test('of a hundred records calls entity once', async () => {
    const { principal, furnish } = kybFurnisher(service);
    const records = Array.from({ length: 100 }, (_, i) =>
      aRecord({ business_identity: anIdentity(`C-${i}`) }),
    );
    const { body } = await furnish(records);
    expect(body['success']).toBe(true);
    expect(service.entity.calls.map(({ path }) => path)).toEqual(['/internal/businesses/resolve']);
    expect(await service.eventsOf(principal, 100)).toHaveLength(100);
  });

  test('may name a business of the network by its id, which is only looked up', async () => {
    const { network, principal, furnish } = kybFurnisher(service);
    const id = randomUUID();
    service.entity.know(network, id);
    service.entity.name(id, 'Stated Before LLC');
    const section = { [SECTION]: anIdentitySection() };
    const { body } = await furnish([{ business_id: id.toUpperCase(), ...section }]);
    expect(body['results']).toEqual([expect.objectContaining({ accepted: true, business_id: id })]);
    expect(service.entity.calls.map(({ path }) => path)).toEqual(['/internal/businesses/lookup']);
    expect(await service.eventsOf(principal, 1)).toMatchObject([
      { subject_id: id, stated_business: { business_legal_name: 'Stated Before LLC' } },
    ]);
  });
});

describe('a submission is rejected as a whole', () => {
  test('403 unless the caller is a furnisher in the network', async () => {
    const network = randomUUID();
    const body = { network_id: network, records: [aRecord()] };
    for (const stranger of [member(network, 'querier'), member(randomUUID(), 'furnisher')]) {
      const answer = await service.furnish(stranger, PATH, body);
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
      expect(answer.body['request_id']).toEqual(expect.any(String));
    }
  });

  test('500 when entity is unreachable, with nothing stored', async () => {
    const { principal, furnish } = kybFurnisher(service);
    service.entity.failWith(503);
    const answer = await furnish([aRecord()]);
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
    expect(await service.stored(principal)).toEqual([]);
  });
});
