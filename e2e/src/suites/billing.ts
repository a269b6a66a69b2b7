import { beforeAll, afterAll, describe, expect, test } from '@jest/globals';
import { watchQueryEvents, type QueryEventWatch } from '@ndx/tools/demo/query-event-watch';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

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

    test('the feed has pages without duplicates and gaps', async () => {
      const since = new Date(0).toISOString();
      const whole = await feed(since);
      expect(await feed(since, 2)).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    });

    test("a governor's feed has the queries of every institution of its network", async () => {
      const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}`;
      expect(await exchange().as(OPERATOR).get(path)).toMatchObject({
        status: 200,
        body: {
          data: expect.arrayContaining([
            expect.objectContaining({ querying_entity_id: QUERYING_BANK.entityId }),
          ]),
        },
      });
    });

    test('the daily counts of a governor and of another member are the sums of their feeds', async () => {
      const day = (offset: number) =>
        new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
      const window = `network_id=${DEMO_NETWORK.id}&from=${day(-6)}&to=${day(1)}`;
      for (const reader of [OPERATOR, QUERYING_BANK]) {
        const { status, body } = await exchange()
          .as(reader)
          .get(`/v1/query-events/daily-counts?${window}`);
        expect(status).toBe(200);
        const { data } = body as { data: { day: string; count: number }[] };
        const counted = data.reduce((sum, { count }) => sum + count, 0);
        const listed = await feed(`${day(-6)}T00:00:00Z`, 1_000, reader);
        expect(counted).toBe(listed.length);
        expect(counted).toBeGreaterThan(0);
      }
      const path = `/v1/query-events/daily-counts?${window}`;
      expect(await exchange().as(FIRST_BANK).get(path)).toMatchObject({ status: 403 });
    });

    async function feed(since: string, limit = 1_000, reader = QUERYING_BANK): Promise<string[]> {
      const references: string[] = [];
      for (let cursor = ''; ;) {
        const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}&from=${since}&limit=${limit}`;
        const { body } = await exchange()
          .as(reader)
          .get(path + cursor);
        const { data, next_cursor } = body as {
          data: { query_event_id: string }[];
          next_cursor: string;
        };
        if (data.length === 0) return references;
        references.push(...data.map((event) => event.query_event_id));
        cursor = `&cursor=${next_cursor}`;
      }
    }
  });
}
