import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Decision } from '../domain/decision/decision.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';
import { expectIdenticalReplays } from '../testing/replays.js';
import { anOwner, ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { anAttestation } from '../testing/world.js';
import { AttestationCreated } from '@ndx/contracts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(async () => {
  await expectIdenticalReplays(service);
  await service.stop();
});

/** The decision that was stored with a query's event. */
async function decisionOf(reference: string | null): Promise<Decision | undefined> {
  const rows = await service.sql<{ decision: string }>(
    'select decision from query_event where query_event_id = $1',
    [reference],
  );
  return rows.map(({ decision }) => JSON.parse(decision) as Decision)[0];
}

describe('the decision on a template query', () => {
  test('has the consent, the records with their attestations and the keyed hash of the answer', async () => {
    const owner = await anOwner(service);
    const attestation = anAttestation({
      entity_id: owner.world.furnisherId,
      product_id: ASSETS.id,
    });
    await service.deliver(AttestationCreated, attestation);
    const { reference, status } = await owner.query(ASSETS);
    expect(status).toBe(200);
    const decision = await decisionOf(reference);
    expect(decision).toMatchObject({
      bound: [0],
      ids: [owner.world.furnisherId, expect.any(String), attestation.attestation_id],
      template: {
        values: { [ASSETS.slug]: [[0, 0, 1, 2, 'chosen', expect.any(Array)]] },
        answer: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(decision?.template?.fields).toEqual(expect.arrayContaining(Object.keys(OWNS)));
  });

  test('is stored with a 204 too', async () => {
    const consumer = new ConsumerWorld(service);
    await consumer.identify();
    await consumer.consent();
    const { reference, status } = await consumer.query(ASSETS);
    expect(status).toBe(204);
    expect(await decisionOf(reference)).toMatchObject({
      bound: [0],
      ids: [],
      template: { fields: [], values: {} },
    });
  });
});
