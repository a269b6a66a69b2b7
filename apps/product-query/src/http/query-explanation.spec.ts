import {
  ConsentGranted,
  DisputeChanged,
  newId,
  QueryingPolicySaved,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY } from '../testing/coverage.js';
import {
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  queryCertificate,
} from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aDispute, aVerification } from '../testing/world.js';
import { aField } from '../testing/builders.js';

const service = useQueryService();

const WEBSITE = 'business_website_url';

async function explain(reader: Principal, reference: string) {
  const path = `/v1/query-events/${reference}/explanation`;
  const response = await service.send({ ...reader, permissions: ['billing:read'] }, 'GET', path);
  return { status: response.status, body: (await response.json()) as Explained };
}

interface Explained {
  readonly record_disputes: readonly object[];
  readonly sections: readonly { readonly model_name: string; readonly fields: readonly object[] }[];
}

const identityIn = ({ sections }: Explained) =>
  sections.find(({ model_name }) => model_name === IDENTITY);

describe('the explanation of a query', () => {
  test('names the furnisher of a section, and the reason why a field is null', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world, { consented_fields: `${IDENTITY}.business_entity_type` });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    const { body } = await explain(world.principal, reference);
    expect(body).toMatchObject({
      query_event_id: reference,
      outcome: 'issued',
      code: 'issued',
      networks: [
        {
          network_id: world.networkId,
          policy_id: null,
          consent_id: consent.consent_id,
          consent_revision: 1,
        },
      ],
    });
    expect(identityIn(body)).toMatchObject({
      code: 'issued',
      furnishing_entity_id: world.furnisherId,
      attestation_id: null,
      records: [{ furnishing_entity_id: world.furnisherId, code: 'chosen' }],
    });
    expect(identityIn(body)?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field_name: 'business_entity_type', code: 'issued' }),
        {
          field_name: WEBSITE,
          is_required: false,
          code: 'consent_scope',
          explanation: 'The consent does not cover it.',
          sources: [],
        },
      ]),
    );
  });

  test('of a 204 names the rules, and to the querier no record that it may not read', async () => {
    const world = await aVerifiedBusiness(service);
    const policy = aDemand(world, { is_required: true, max_age_days: 1 });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const { body } = await explain(world.principal, reference);
    expect(body).toMatchObject({
      outcome: 'no_result',
      code: 'required_section_missing',
      networks: [{ policy_id: policy.policy_id, policy_version: 1 }],
      remedies: [
        {
          ...{ network_id: world.networkId, model_name: IDENTITY, furnishing_entity_ids: null },
          explanation:
            'It would be a result if a furnisher of the network had a business identity verification of this business, and its latest one was verified within the last 1 day.',
        },
      ],
    });
    expect(identityIn(body)).toMatchObject({
      code: 'no_eligible_record',
      limits: [{ code: 'too_old', explanation: 'The policy accepts records of at most 1 day.' }],
      records: [],
    });
    const governor = await explain(member(world.networkId, 'governor'), reference);
    expect(identityIn(governor.body)).toMatchObject({
      records: [{ furnishing_entity_id: world.furnisherId, code: 'too_old' }],
    });
  });

  test('of a 204 shows accepted values to an account that may read the policy', async () => {
    const world = await aVerifiedBusiness(service);
    const accepted = aField({ accepted_values: ['corporation'] });
    const policy = aDemand(world, { is_required: true, field_selections: [accepted] });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const path = `/v1/query-events/${reference}/explanation`;
    const permissions = ['billing:read', 'policy:read'] as const;
    const response = await service.send({ ...world.principal, permissions }, 'GET', path);
    const shown = JSON.stringify(await response.json());
    expect(shown).toContain('The policy accepts only \\"corporation\\" as business entity type');
    expect(shown).toContain('states \\"corporation\\" as business entity type');
    const { body } = await explain(world.principal, reference);
    expect(JSON.stringify(body)).not.toContain('corporation');
    await service.furnish(aVerification(world, { business_entity_type: 'corporation' }));
    const { body: after } = await explain(world.principal, await queryCertificate(service, world));
    expect(after).toMatchObject({ outcome: 'issued', remedies: [] });
  });

  test('names the rules of the policy version that applied', async () => {
    const world = await aVerifiedBusiness(service);
    const policy = aDemand(world, { max_age_days: 1 });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const { body: before } = await explain(world.principal, reference);
    const [selection] = policy.model_selections.map((one) => ({ ...one, is_enabled: false }));
    await service.deliver(QueryingPolicySaved, {
      ...policy,
      revision: 2,
      version: 2,
      model_selections: selection ? [selection] : [],
    });
    expect((await explain(world.principal, reference)).body).toEqual(before);
  });

  test('is not found by any other institution', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    for (const role of ['querier', 'furnisher'] as const) {
      expect(await explain(member(world.networkId, role), reference)).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND', detail: 'query event not found' },
      });
    }
    expect(await explain(world.principal, newId())).toMatchObject({ status: 404 });
  });

  test('states that no decision was recorded', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await forgetDecision(service, reference);
    expect(await explain(world.principal, reference)).toMatchObject({
      status: 200,
      body: {
        code: 'not_recorded',
        explanation: 'The query was answered before decisions were recorded.',
        sections: [],
      },
    });
  });
});

test('the explanation of an answer has the disputes of its records, and whether they were open', async () => {
  const world = await aVerifiedBusiness(service);
  const before = await queryCertificate(service, world);
  const [row] = await service.sql<{ record_ids: [string] }>(
    'select record_ids from certificate where query_event_id = $1',
    [before],
  );
  const dispute = aDispute({
    ...{ record_id: row?.record_ids[0] ?? '', network_id: world.networkId },
    furnishing_entity_id: world.furnisherId,
  });
  await service.settle(DisputeChanged, dispute);
  const during = await queryCertificate(service, world);
  const decided = {
    ...{ ...dispute, revision: 2, state: 'decided' as const, outcome: 'upheld' as const },
    decided_at: new Date().toISOString(),
  };
  await service.settle(DisputeChanged, decided);
  await service.settle(DisputeChanged, dispute);
  const after = await queryCertificate(service, world);
  const marks = async (reference: string) => {
    const { body } = await explain(world.principal, reference);
    return body.record_disputes;
  };
  const mark = { record_id: dispute.record_id, model_name: IDENTITY, state: 'decided' };
  expect(await marks(before)).toMatchObject([{ ...mark, was_open: false }]);
  expect(await marks(during)).toMatchObject([{ ...mark, was_open: true, outcome: 'upheld' }]);
  expect(await marks(after)).toMatchObject([{ ...mark, was_open: false }]);
  expect(JSON.stringify(await marks(during))).not.toContain(dispute.disputing_entity_id);
});
