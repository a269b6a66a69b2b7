import { beforeAll, afterAll, describe, expect, test } from '@jest/globals';
import { watchQueryEvents, type QueryEventWatch } from '@ndx/tools/demo/query-event-watch';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** The billed events (design 9). */
export function billingSuite(exchange: () => Exchange): void {
  describe('query events', () => {
    let watch: QueryEventWatch;

    beforeAll(async () => {
      watch = await watchQueryEvents(exchange().network.bus.address);
    });

    afterAll(async () => {
      await watch.close();
    });

    test('there is one for each answer, with or without a result, on the bus and in the feed', async () => {
      const business = new TestBusiness(exchange());
      const consentId = await business.consent();
      const since = new Date().toISOString();
      const references: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const answer = await exchange()
          .as(QUERYING_BANK)
          .post(QUERY, {
            network_ids: [DEMO_NETWORK.id],
            consent_id: consentId,
          });
        expect(answer.status).toBe(204);
        references.push(answer.headers.get('x-ref-id') ?? '');
      }
      for (const reference of references) {
        expect(await watch.eventOf(reference)).toMatchObject({
          product_slug: 'kyb_certificate',
          outcome: 'no_result',
          billable: true,
          consent_id: consentId,
          querying_entity_id: QUERYING_BANK.entityId,
          environment: 'sandbox',
        });
      }
      expect(await feed(since)).toEqual(references);
    });

    async function feed(since: string): Promise<string[]> {
      const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}&from=${since}&limit=1000`;
      const { data } = await succeed(exchange().as(QUERYING_BANK).get(path));
      return (data as { query_event_id: string }[]).map((event) => event.query_event_id);
    }
  });
}
