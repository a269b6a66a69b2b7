import { BusinessIdentified, ConsumerIdentified, newId } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { aVerification, aWorld } from '../testing/world.js';

const service = useQueryService();

const QUERY = '/v1/products/kyb_certificate/query';

/** A consumer in a network, and a second subject of that network with the same SSN. */
async function twoConsumers() {
  const known = new ConsumerWorld(service);
  await known.identify();
  await known.consent();
  const mergedId = newId();
  const { networkId, subjectId, hash } = known.world;
  const merge = async () => {
    await service.settle(
      ConsumerIdentified,
      {
        consumer_id: subjectId,
        network_id: networkId,
        match_hashes: [hash, subjectId, mergedId],
        merged_into: null,
        revision: 2,
      },
      {
        consumer_id: mergedId,
        network_id: networkId,
        match_hashes: [mergedId],
        merged_into: subjectId,
        revision: 2,
      },
    );
  };
  return { known, mergedId, merge };
}

test('data furnished about a merged consumer is found under the remaining subject', async () => {
  const { known, mergedId, merge } = await twoConsumers();
  await known.furnish(ASSETS, OWNS, { subject_id: mergedId });
  expect(await known.query(ASSETS)).toMatchObject({ status: 204 });
  await merge();
  expect(await known.query(ASSETS)).toMatchObject({ status: 200, body: OWNS });
});

test('data furnished later about a merged consumer replaces the earlier record of its furnisher', async () => {
  const { known, mergedId, merge } = await twoConsumers();
  await known.furnish(ASSETS, OWNS);
  await merge();
  await known.furnish(ASSETS, { housing_status_own_rent: 'rent' }, { subject_id: mergedId });
  expect(await known.query(ASSETS)).toMatchObject({
    status: 200,
    body: { asset_type: null, housing_status_own_rent: 'rent' },
  });
});

test('the sections of merged businesses are combined, and either id finds them', async () => {
  const [into, merged] = [aWorld(), aWorld()];
  const world = { ...merged, networkId: into.networkId, principal: into.principal };
  await service.identify(into, 'business', into.hash);
  await service.identify(world, 'business', merged.hash);
  const furnisherId = into.furnisherId;
  await service.furnish(
    aVerification(into, { business_entity_type: 'earlier' }, '2026-01-01T00:00:00Z'),
    aVerification(
      { ...world, furnisherId },
      { business_entity_type: 'later' },
      '2026-02-01T00:00:00Z',
    ),
  );
  const state = { network_id: into.networkId, revision: 2 };
  await service.settle(
    BusinessIdentified,
    {
      ...{ ...state, business_id: into.subjectId, merged_into: null },
      match_hashes: [into.hash, merged.hash],
    },
    {
      ...state,
      business_id: merged.subjectId,
      match_hashes: [merged.hash],
      merged_into: into.subjectId,
    },
  );
  for (const business_id of [into.subjectId, merged.subjectId]) {
    const body = { network_ids: [into.networkId], business_id };
    const answer = await service.query(into.principal, QUERY, body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        business_id,
        result: {
          business_identity_verification: { data: { business_entity_type: 'later' } },
        },
      },
    });
  }
  const sections = await service.sql('select subject_id from statement where network_id = $1', [
    into.networkId,
  ]);
  expect(sections).toEqual([{ subject_id: into.subjectId }]);
});
