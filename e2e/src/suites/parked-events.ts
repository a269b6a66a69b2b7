import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { logLines } from '../harness/log-lines.js';
import { aParticipant, succeed, type Participant } from '../harness/participant.js';
import { acceptAttestations, parkAttestation, parkedOf } from '../harness/rejected-attestations.js';

const PARKED = '/v1/services/product-query/parked-events';
const STATUS = '/v1/services/product-query/status';

/** The state of services and their parked events through the public API (decision 0096). */
export function parkedEventsSuite(exchange: () => Exchange): void {
  describe('parked events', () => {
    let furnisher: Participant;
    const operator = () => exchange().as(SYSTEM_OPERATOR);

    beforeAll(async () => {
      furnisher = await aParticipant(exchange(), DEMO_NETWORK.id, 'furnisher');
    });

    afterEach(() => acceptAttestations(exchange()));

    const parkedEvents = (key: string) => parkedOf(exchange(), key);

    test('are listed with their error, and applied by a logged redrive after the cause is fixed', async () => {
      const key = await parkAttestation(exchange(), furnisher);
      expect(await parkedEvents(key)).toMatchObject([
        {
          ...{ status: 'failed', type: 'attestation.created.v1', topic: 'attestation.events' },
          error: expect.stringContaining('rejected'),
        },
      ]);
      expect(await succeed(operator().get(STATUS))).toMatchObject({
        parked_events: expect.any(Number),
      });
      expect(await succeed(operator().post(`${PARKED}/redrive`, { key }))).toEqual({
        ...{ handled: 0, freed_keys: 0, failed_keys: 1, republished_keys: 0 },
        is_complete: true,
      });

      await acceptAttestations(exchange());
      const redriven = {
        ...{ handled: 1, freed_keys: 1, failed_keys: 0, republished_keys: 0 },
        is_complete: true,
      };
      expect(await succeed(operator().post(`${PARKED}/redrive`, { key }))).toEqual(redriven);
      expect(await parkedEvents(key)).toEqual([]);
      const { account_id } = await succeed(operator().get('/v1/caller'));
      await eventually(() => {
        const lines = logLines(exchange(), 'product-query');
        expect(lines).toContainEqual(
          expect.objectContaining({
            ...{ level: 30, msg: 'parked events redriven', key, ...redriven },
            ...{ institution: SYSTEM_OPERATOR.entityId, account_id },
          }),
        );
      });
      const again = await operator().post(`${PARKED}/redrive`, { key });
      expect(again).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
    });

    test.each(STATEFUL_SERVICE_NAMES)('of %s and its state are readable', async (service) => {
      expect(await succeed(operator().get(`/v1/services/${service}/status`))).toMatchObject({
        ...{ service, status: 'healthy', problems: [], rejected_keys: [] },
        ...{ consumer_lag: expect.any(Number), outbox_events: expect.any(Number) },
      });
      await succeed(operator().get(`/v1/services/${service}/parked-events?limit=1`));
    });

    test.each([OPERATOR, FIRST_BANK, QUERYING_BANK])(
      'are not readable or redriven by $account, which operates no services',
      async (institution) => {
        const client = exchange().as(institution);
        for (const answer of [
          await client.get(STATUS),
          await client.get(PARKED),
          await client.post(`${PARKED}/redrive`, {}),
        ]) {
          expect(answer).toMatchObject({
            status: 403,
            body: { detail: 'Not enough permissions' },
          });
        }
      },
    );

    test('give the operator no other data', async () => {
      const feed = await operator().get(`/v1/query-events?network_id=${DEMO_NETWORK.id}`);
      expect(feed.status).toBe(403);
    });
  });
}
