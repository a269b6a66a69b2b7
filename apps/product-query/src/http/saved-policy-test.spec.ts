import { ConsentGranted, newId, QueryingPolicySaved, QuerySimulated } from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { parsePolicyTest, runPolicyTest } from '../domain/policy-test/index.js';
import { aField } from '../testing/builders.js';
import { IDENTITY } from '../testing/coverage.js';
import {
  aDefaultPolicy,
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  queryCertificate,
} from '../testing/explained-business.js';
import type { QueryService } from '../testing/query-service.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aVerification, aWorld, type World } from '../testing/world.js';

const service = useQueryService();

const save = (reader: Parameters<QueryService['call']>[0], reference: string) =>
  service.call(reader, 'POST', `/v1/query-events/${reference}/policy-test`);

const governorOf = ({ networkId }: World) => member(networkId, 'governor');

type Policy = ReturnType<typeof aDefaultPolicy>;

/** The saved test, which passes under the policy of the query. */
async function savedTest(world: World, reference: string, policy: Policy) {
  const { status, body } = await save(governorOf(world), reference);
  expect({ status, ...body }).toMatchObject({
    ...{ status: 200, policy_id: policy.policy_id, policy_version: policy.version },
  });
  const saved = parsePolicyTest(body['test']);
  expect(runPolicyTest(saved, policy).differences).toEqual([]);
  return saved;
}

/** The certificate of a business with stated values, under a policy. */
async function queried(data: object, selection: Parameters<typeof aDemand>[1]) {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  await service.furnish(aVerification(world, data));
  const policy = aDemand(world, selection);
  await service.deliver(QueryingPolicySaved, policy);
  return { world, policy, reference: await queryCertificate(service, world) };
}

const CORPORATIONS = {
  model_name: IDENTITY,
  is_required: true,
  field_selections: [
    aField({ field_name: 'business_entity_type', accepted_values: ['corporation'] }),
  ],
};

const PRIVATE = {
  business_dba_name: 'Harbor Bakery',
  business_website_url: 'https://harbor-bakery.example',
  business_registration_identifier: 'HB-99871',
  business_formation_document_artifact: 'UERGIG9mIHRoZSBjaGFydGVy',
  business_identity_verification_sources: ['The register of Vermont'],
  business_registered_address: { line_1: '7 Quay Lane', city: 'Burlington', state: 'VT' },
};

describe('a saved test', () => {
  test('has the shape of an issued answer, and no value that identifies its business', async () => {
    const data = { ...PRIVATE, business_entity_type: 'corporation' };
    const { world, policy, reference } = await queried(data, CORPORATIONS);
    const saved = await savedTest(world, reference, policy);
    expect(saved).toMatchObject({
      query: { querying_entity_id: world.principal.entity_id },
      records: [
        {
          furnishing_entity_id: world.furnisherId,
          [IDENTITY]: { data: { business_entity_type: 'corporation' } },
        },
      ],
      expected: { outcome: 'issued', result: { [IDENTITY]: {} } },
    });
    const [record] = saved.records ?? [];
    const section = record?.[IDENTITY] as { data: object } | undefined;
    expect(Object.keys(section?.data ?? {}).sort()).toEqual(Object.keys(data).sort());
    const text = JSON.stringify(saved);
    const secrets = [
      ...Object.values(PRIVATE).flatMap((value) =>
        typeof value === 'string' ? [value] : Object.values(value),
      ),
      ...[world.subjectId, reference, '2026-01-01T00:00:00'],
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    const narrower = aDemand(world, { ...CORPORATIONS, max_age_days: 1 });
    expect(runPolicyTest(saved, narrower).found.reasons).toEqual(['too_old']);
  });

  test('keeps the reason by which an answer was not issued', async () => {
    const data = { business_entity_type: 'llc' };
    const { world, policy, reference } = await queried(data, CORPORATIONS);
    const saved = await savedTest(world, reference, policy);
    expect(saved.expected).toEqual({ outcome: 'no_result', reason: 'value_not_accepted' });
    expect(runPolicyTest(saved, aDemand(world, {})).found.outcome).toBe('issued');
  });

  test('states a consent, and nothing that it hides', async () => {
    const world = aWorld();
    await service.identify(world, 'business', world.hash);
    await service.furnish(
      aVerification(world, { ...PRIVATE, business_entity_type: 'corporation' }),
      { ...aVerification(world, PRIVATE), furnishing_entity_id: newId() },
    );
    const policy = aDefaultPolicy(world, { consent: 'required' });
    await service.deliver(QueryingPolicySaved, policy);
    const field = `${IDENTITY}.business_entity_type`;
    const consent = aConsent(world, { consented_fields: field, business_legal_name: 'Harbor Inc' });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world);
    const saved = await savedTest(world, reference, policy);
    expect(saved.consents).toEqual([
      expect.objectContaining({
        consented_fields: field,
        business_consent_identity: { business_legal_name: 'Example Business LLC' },
      }),
    ]);
    expect(saved.records).toEqual([
      expect.objectContaining({
        furnishing_entity_id: world.furnisherId,
        [IDENTITY]: expect.objectContaining({ data: { business_entity_type: 'c_corporation' } }),
      }),
    ]);
    expect(JSON.stringify(saved)).not.toContain('Harbor Inc');
  });

  test('is an audit entry of the network', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await save(governorOf(world), reference);
    const entries = () =>
      service.sql('select data from audit_entry where type = $1 and network = $2', [
        ...[QuerySimulated.type, world.networkId],
      ]);
    await eventually(async () => expect(await entries()).toHaveLength(1));
  });

  test('is for governors of every network of a query that they may read', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const reference = await queryCertificate(service, both, {
      network_ids: [world.networkId, other],
    });
    expect(await save(member(newId(), 'governor'), reference)).toMatchObject({
      status: 404,
      body: { reason: 'not_found' },
    });
    for (const reader of [both.principal, governorOf(world)]) {
      expect(await save(reader, reference)).toMatchObject({
        status: 403,
        body: { reason: 'role_missing' },
      });
    }
  });

  test('is refused, with the reason, for a query that no test can state', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const network_ids = [world.networkId, other];
    const several = await queryCertificate(service, both, { network_ids });
    const forgotten = await queryCertificate(service, world);
    await forgetDecision(service, forgotten);
    const governor = memberOfEach('governor', ...network_ids);
    for (const [reference, why] of [
      [several, 'it read several networks'],
      [forgotten, 'its decision was not recorded'],
    ] as const) {
      expect(await save(governor, reference)).toMatchObject({
        status: 409,
        body: { reason: 'not_testable', detail: expect.stringContaining(why) },
      });
    }
  });
});
