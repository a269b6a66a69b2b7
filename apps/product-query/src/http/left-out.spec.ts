import type { Template } from '@ndx/catalog';
import {
  AttestationCreated,
  ConsentGranted,
  MembershipChanged,
  NetworkChanged,
  newId,
  type MembershipRole,
  type RecordsOfLeavers,
} from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { check, IDENTITY, KYB } from '../testing/coverage.js';
import { aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, anOwner, ASSETS, type ConsumerWorld } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent, anAttestation, type World } from '../testing/world.js';

const service = useQueryService({ isReplayed: true });

const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const INDICATOR = 'network_adverse_action_eligible_indicator';

const governorOf = ({ networkId }: World) => member(networkId, 'governor');

interface Explained {
  readonly sections: readonly {
    readonly records: readonly object[];
    readonly fields: readonly { readonly field_name: string }[];
  }[];
}

const explain = async (reader: World['principal'], reference: string | null) =>
  (
    await service.call<Explained>(
      reader,
      'GET',
      `/v1/query-events/${String(reference)}/explanation`,
    )
  ).body;

describe('a network that a template query leaves out', () => {
  test('is in the explanation and in the check, with the reason', async () => {
    const owner = await anOwner(service);
    const [closed, unknown] = [owner.elsewhere(), newId()];
    const revoked_at = new Date().toISOString();
    await owner.consent({ network_id: closed.networkId, revoked_at });
    const ids = [owner.world.networkId, closed.networkId, unknown];
    const principal = {
      ...owner.world.principal,
      memberships: memberOfEach('querier', ...ids).memberships,
    };
    const omitted_networks = [
      {
        network_id: closed.networkId,
        reason: 'consent_out_of_scope',
        explanation: 'Consents were recorded, and none in force covered the query there.',
      },
      expect.objectContaining({ network_id: unknown, reason: 'consent_required' }),
    ];
    const { reference } = await owner.query(ASSETS, { principal });
    expect(await explain(principal, reference)).toMatchObject({
      networks: [{ network_id: owner.world.networkId }],
      omitted_networks,
    });
    const body = { product_id: ASSETS.id, consumer_id: owner.world.subjectId, network_ids: ids };
    expect(await check(service, { ...owner.world, principal }, body)).toMatchObject({
      body: { issuable: true, explanation: { omitted_networks } },
    });
    expect(await explain(governorOf(owner.world), reference)).toMatchObject({
      omitted_networks: [],
    });
  });
});

describe('a furnisher that left the network', () => {
  const membership = (
    { networkId: network_id, furnisherId: entity_id }: World,
    revision: number,
    ...roles: MembershipRole[]
  ) => service.deliver(MembershipChanged, { network_id, entity_id, roles, revision });

  test.each([[[]], [['querier' as const]]])(
    'is no source of a certificate, of a check and of a simulation (roles %j)',
    async (roles) => {
      const world = await aVerifiedBusiness(service);
      await membership(world, 1, 'furnisher');
      const before = await queryCertificate(service, world);
      await membership(world, 2, ...roles);
      const after = await queryCertificate(service, world);
      expect(await explain(governorOf(world), before)).toMatchObject({ code: 'issued' });
      const left = { furnishing_entity_id: world.furnisherId, code: 'furnisher_left' };
      const explained = await explain(governorOf(world), after);
      expect(explained).toMatchObject({ code: 'no_eligible_record' });
      expect(explained.sections[0]?.records).toEqual([expect.objectContaining(left)]);
      const body = { product_id: KYB, business_id: world.subjectId };
      expect(await check(service, world, body)).toMatchObject({
        body: { issuable: false, entities: [] },
      });
      const draft = { model_selections: [{ model_name: IDENTITY }] };
      const path = `/v1/query-events/${after}/replay`;
      expect(await service.call(governorOf(world), 'POST', path, draft)).toMatchObject({
        body: {
          simulation: {
            simulated_outcome: 'no_result',
            records: [{ simulated_code: 'furnisher_left' }],
          },
        },
      });
      await membership(world, 3, 'furnisher');
      const again = await queryCertificate(service, world);
      expect(await explain(world.principal, again)).toMatchObject({ code: 'issued' });
    },
  );

  test('stays a source where the network keeps the records of leavers, until it does not', async () => {
    const world = await aVerifiedBusiness(service);
    await membership(world, 1);
    const rule = (records_of_leavers: RecordsOfLeavers, revision: number) =>
      service.deliver(NetworkChanged, {
        ...{ network_id: world.networkId, entity_id: newId(), identity_visibility: 'network' },
        ...{ dispute_acknowledge_days: 5, dispute_decide_days: 30, records_of_leavers, revision },
        ...{ policy_changes: 'direct', direct_changes_requested_by: null },
        client_token_binding: 'optional',
      });
    const codeOf = async () => explain(governorOf(world), await queryCertificate(service, world));
    await rule('keep', 1);
    expect(await codeOf()).toMatchObject({ code: 'issued' });
    await rule('exclude', 2);
    expect(await codeOf()).toMatchObject({
      code: 'no_eligible_record',
      sections: [{ records: [{ code: 'furnisher_left' }] }, {}, {}],
    });
  });

  test('is no source of a template, and of its check', async () => {
    const owner = await anOwner(service);
    const { world } = owner;
    expect(await owner.query(ASSETS)).toMatchObject({ status: 200 });
    await membership(world, 1);
    const { status, reference } = await owner.query(ASSETS);
    expect(status).toBe(204);
    expect(await explain(governorOf(world), reference)).toMatchObject({
      sections: [{ records: [{ code: 'furnisher_left' }] }],
    });
    const body = { product_id: ASSETS.id, consumer_id: world.subjectId };
    expect(await check(service, world, body)).toMatchObject({
      body: { issuable: false, entities: [] },
    });
  });

  test('is in the explanation of a consent that hides its record no more than any other', async () => {
    const owner = await anOwner(service);
    const consented_fields = `${SNAPSHOT.slug}.*`;
    await service.deliver(ConsentGranted, aConsumersConsent(owner.world, { consented_fields }));
    await membership(owner.world, 1);
    const { reference } = await owner.query(ASSETS);
    expect(await explain(governorOf(owner.world), reference)).toMatchObject({
      sections: [{ records: [] }],
    });
  });
});

describe('an adverse action indicator that is false', () => {
  const furnished = async (change: object = {}) => {
    const consumer = await aConsumer(service);
    const values = (SNAPSHOT.furnish?.data ?? []).flatMap(({ name, type }) =>
      type === 'boolean' ? [] : [[name, type === 'string[]' ? ['a'] : 'current'] as const],
    );
    await consumer.furnish(SNAPSHOT, { ...Object.fromEntries(values), ...change });
    return consumer;
  };

  const attest = ({ world: { furnisherId: entity_id } }: ConsumerWorld, { id }: Template) =>
    service.deliver(AttestationCreated, anAttestation({ entity_id, product_id: id }));

  /** The value of the indicator, with its explanation. */
  const asked = async (consumer: ConsumerWorld) => {
    const { body, reference } = await consumer.query(SNAPSHOT);
    const { sections } = await explain(consumer.world.principal, reference);
    const explained = sections
      .flatMap(({ fields }) => fields)
      .find(({ field_name }) => field_name === INDICATOR);
    return [(body as Record<string, unknown>)[INDICATOR], explained] as const;
  };

  test('names the furnisher whose attestation is missing', async () => {
    const consumer = await furnished();
    expect(await asked(consumer)).toEqual([
      false,
      expect.objectContaining({
        code: 'issued',
        explanation:
          'It was issued. It is false: a furnisher of the sources, whose `attestation_id` is null, had no active attestation.',
        sources: [
          expect.objectContaining({
            furnishing_entity_id: consumer.world.furnisherId,
            attestation_id: null,
          }),
        ],
      }),
    ]);
    await attest(consumer, SNAPSHOT);
    expect(await asked(consumer)).toEqual([
      true,
      expect.objectContaining({ explanation: 'It was issued.' }),
    ]);
  });

  test('names a denial of the record', async () => {
    const consumer = await furnished({ [INDICATOR]: false });
    await attest(consumer, SNAPSHOT);
    expect(await asked(consumer)).toEqual([
      false,
      expect.objectContaining({
        explanation:
          'It was issued. It is false: a record of the sources denies it, or its statement may not be read.',
      }),
    ]);
  });
});
