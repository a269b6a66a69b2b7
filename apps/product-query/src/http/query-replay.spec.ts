import {
  AttestationCreated,
  ConsentGranted,
  newId,
  QueryingPolicySaved,
  type Principal,
} from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY, KYB } from '../testing/coverage.js';
import {
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  loseRecord,
  queryCertificate,
} from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, anAttestation, aVerification, type World } from '../testing/world.js';

const service = useQueryService();

const replay = (reader: Principal, reference: string) =>
  service.call(reader, 'POST', `/v1/query-events/${reference}/replay`, {});

const governorOf = ({ networkId }: World) => member(networkId, 'governor');

/** Changes the stored certificate of a query. */
const alter = (reference: string, from: string, to: string) =>
  service.sql(
    'update query_text set body = replace(body, $2, $3) where query_event_id = $1 returning 1',
    [reference, from, to],
  );

const IDENTICAL = { status: 200, body: { code: 'identical', difference: null } };

describe('a replay', () => {
  test('of a certificate is equal byte for byte, also after newer records and policies', async () => {
    const world = await aVerifiedBusiness(service);
    const { furnisherId: entity_id } = world;
    await service.deliver(AttestationCreated, anAttestation({ entity_id, product_id: KYB }));
    const policy = aDemand(world, { attestation_required: true });
    await service.deliver(QueryingPolicySaved, policy);
    const consent = aConsent(world, { consented_fields: `${IDENTITY}.business_entity_type` });
    await service.deliver(ConsentGranted, consent);
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    await service.furnish(aVerification(world, { business_entity_type: 'trust' }));
    await service.deliver(QueryingPolicySaved, {
      ...policy,
      revision: 2,
      version: 2,
      model_selections: [],
    });
    expect(await replay(governorOf(world), reference)).toMatchObject(IDENTICAL);
  });

  test('of a 204 has the same verdicts and the sentence of an identical replay', async () => {
    const world = await aVerifiedBusiness(service);
    const policy = aDemand(world, { is_required: true, max_age_days: 1 });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const replayed = await replay(governorOf(world), reference);
    expect(replayed).toMatchObject(IDENTICAL);
    expect(replayed.body['explanation']).toBe(
      'The query assembled again has no result either, and each verdict is the same.',
    );
  });

  test('names the first member in which the stored certificate differs', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const other = newId();
    expect(await alter(reference, world.furnisherId, other)).toHaveLength(1);
    expect(await replay(governorOf(world), reference)).toMatchObject({
      status: 200,
      body: {
        code: 'different',
        difference: {
          path: `result.${IDENTITY}.furnishing_entity_id`,
          stored: other,
          replayed: world.furnisherId,
        },
      },
    });
  });

  test('finds that the same values are stored in other bytes', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    expect(await alter(reference, '"result":', '"result": ')).toHaveLength(1);
    expect(await replay(governorOf(world), reference)).toMatchObject({
      body: { code: 'different', difference: { path: '', stored: null, replayed: null } },
    });
  });

  test('names a member that is stored in another order, at each depth', async () => {
    const world = await aVerifiedBusiness(service);
    const swapped = async (first: string, second: string) => {
      const reference = await queryCertificate(service, world);
      const altered = await service.sql(
        `update query_text set body = regexp_replace(body, $2, '\\2,\\1')
         where query_event_id = $1 returning 1`,
        [reference, `("${first}":"[^"]*"),("${second}":"[^"]*")`],
      );
      expect(altered).toHaveLength(1);
      return replay(governorOf(world), reference);
    };
    expect(await swapped('business_id', 'certificate_id')).toMatchObject({
      body: { code: 'different', difference: { path: 'certificate_id' } },
    });
    expect(await swapped('network_id', 'policy_id')).toMatchObject({
      body: { code: 'different', difference: { path: 'result.meta.policy_id' } },
    });
  });

  test('shows no furnished value', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await alter(reference, '"business_entity_type":"llc"', '"business_entity_type":"trust"');
    const { body } = await replay(governorOf(world), reference);
    expect(body['difference']).toEqual({
      path: `result.${IDENTITY}.data.business_entity_type`,
      stored: null,
      replayed: null,
    });
  });

  test('finds a changed verdict, and names no record', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(QueryingPolicySaved, aDemand(world, { max_age_days: 1 }));
    const reference = await queryCertificate(service, world);
    await service.sql(
      `update query_text set decision = replace(decision, 'too_old', 'not_enabled') where query_event_id = $1`,
      [reference],
    );
    const { body } = await replay(governorOf(world), reference);
    expect(body).toMatchObject({
      code: 'different',
      difference: { path: `decision.${IDENTITY}`, stored: null, replayed: null },
    });
  });

  test('finds that a record is not stored any more', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await loseRecord(service, reference);
    expect(await replay(governorOf(world), reference)).toMatchObject({
      body: { code: 'record_missing', difference: { path: 'record', stored: null } },
    });
  });

  test('does not disclose a difference of another network', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const reference = await queryCertificate(service, both, {
      network_ids: [world.networkId, other],
    });
    await alter(reference, world.furnisherId, newId());
    expect(await replay(member(other, 'governor'), reference)).toMatchObject({
      body: { code: 'different', difference: { path: null, stored: null, replayed: null } },
    });
  });

  test('states that no decision was recorded', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await forgetDecision(service, reference);
    expect(await replay(governorOf(world), reference)).toMatchObject({
      status: 200,
      body: { code: 'not_recorded', difference: null },
    });
  });

  test('is for governors: the querying institution gets a 403, every other one a 404', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    expect(await replay(world.principal, reference)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
    for (const reader of [member(world.networkId, 'furnisher'), member(newId(), 'governor')]) {
      expect(await replay(reader, reference)).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND', detail: 'query event not found' },
      });
    }
    expect(await replay(governorOf(world), newId())).toMatchObject({ status: 404 });
  });

  test('is counted, and a mismatch until it is resolved', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const mismatches = async () =>
      /^replay_mismatches.* (\d+)$/m.exec(
        await (await service.send(undefined, 'GET', '/metrics')).text(),
      )?.[1];
    const before = Number(await mismatches());
    await alter(reference, '"llc"', '"trust"');
    await replay(governorOf(world), reference);
    expect(Number(await mismatches())).toBe(before + 1);
    await alter(reference, '"trust"', '"llc"');
    await replay(governorOf(world), reference);
    expect(Number(await mismatches())).toBe(before);
  });

  test('is absent from the metrics while its counts cannot be read, and the others are served', async () => {
    await service.sql('alter table replay_count rename to replay_count_elsewhere');
    try {
      const scrape = () => service.send(undefined, 'GET', '/metrics');
      const answer = await scrape();
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toMatch(/^replayed_queries\{/m);
      expect(text).toMatch(/^replay_mismatches/m);
      // The next scrape has the count, as this metric is collected first.
      expect(await (await scrape()).text()).toMatch(
        /^messaging_unmeasured_total\{.*gauge="replayed_queries"/m,
      );
    } finally {
      await service.sql('alter table replay_count_elsewhere rename to replay_count');
    }
  });
});
