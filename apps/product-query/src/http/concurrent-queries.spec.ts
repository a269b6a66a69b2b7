import { expect, test } from '@jest/globals';
import { ConsentGranted, newId } from '@ndx/contracts';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aVerification, aWorld, type World } from '../testing/world.js';

const MODEL = 'business_identity_verification';
const QUERY = '/v1/products/kyb_certificate/query';
const WORLDS = 40;

const service = useQueryService();

/** A query, and its expected answer regardless of concurrent queries. */
interface Asked {
  readonly world: World;
  readonly body: object;
  readonly answer: object;
}

/** Names that contain possible parameter separators. */
const nameOf = (number: number) => `{City}, "${number}" \\ Zürich`;

/** Queries a world by id, by consent, for an unknown business and with a foreign consent. */
async function everythingOf(world: World, number: number): Promise<Asked[]> {
  const consent = aConsent(world);
  await service.deliver(ConsentGranted, consent);
  const answer = {
    status: 200,
    body: {
      business_id: world.subjectId,
      result: { [MODEL]: { data: { business_dba_name: nameOf(number) } } },
    },
  };
  return [
    { world, body: { business_id: world.subjectId }, answer },
    { world, body: { consent_id: consent.consent_id }, answer },
    { world, body: { business_id: newId() }, answer: { status: 404 } },
    { world: aWorld(), body: { consent_id: consent.consent_id }, answer: { status: 404 } },
    {
      world,
      body: { business_id: world.subjectId, furnishing_entity_ids: [newId()] },
      answer: { status: 204 },
    },
  ];
}

test('concurrent queries get their own answers, and each is billed once', async () => {
  const worlds = Array.from({ length: WORLDS }, aWorld);
  for (const world of worlds) await service.identify(world, 'business', world.hash);
  await service.furnish(
    ...worlds.map((world, number) => aVerification(world, { business_dba_name: nameOf(number) })),
  );
  const asked = (await Promise.all(worlds.map(everythingOf))).flat();

  const answers = await Promise.all(
    asked.map(({ world, body }) =>
      service.query(world.principal, QUERY, { network_ids: [world.networkId], ...body }),
    ),
  );

  expect(answers).toMatchObject(asked.map(({ answer }) => answer));
  for (const world of worlds) {
    const events = await service.queryEvents(world.principal);
    expect(events.map(({ outcome }) => outcome).sort()).toEqual(['issued', 'issued', 'no_result']);
  }
});
