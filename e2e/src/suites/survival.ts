import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { watchQueryEvents, type QueryEventWatch } from '@ndx/tools/demo/query-event-watch';
import { NotAnsweredError, type ApiAnswer } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { FURNISH, IDENTITY, QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

interface Acknowledged {
  /** Businesses whose furnish request got a 200. */
  readonly businessIds: Set<string>;
  /** References of queries that got a 200 or 204. */
  readonly references: string[];
}

/** A killed process loses no acknowledged write (design 4). */
export function survivalSuite(exchange: () => Exchange): void {
  describe('kill -9 during a loop of furnishing and querying', () => {
    let watch: QueryEventWatch;

    beforeAll(async () => {
      watch = await watchQueryEvents(exchange().network.bus.address);
    });

    afterAll(async () => {
      await watch.close();
    });

    test.each(SERVICE_NAMES)(
      'of %s loses no acknowledged write and bills nothing twice',
      async (victim) => {
        const { businessIds, references } = await furnishAndQueryWhileKilling(victim);
        expect(businessIds.size).toBeGreaterThan(0);

        for (const businessId of businessIds) {
          await eventually(
            async () => {
              const answer = await exchange()
                .as(QUERYING_BANK)
                .post(QUERY, {
                  network_ids: [DEMO_NETWORK.id],
                  business_id: businessId,
                });
              expect(answer.status).toBe(200);
            },
            { timeoutMs: 30_000 },
          );
        }
        for (const reference of references) await watch.eventOf(reference);
        const billed = await feedReferences();
        expect(new Set(billed).size).toBe(billed.length);
        expect(billed).toEqual(expect.arrayContaining(references));
      },
    );

    async function furnishAndQueryWhileKilling(victim: ServiceName): Promise<Acknowledged> {
      const acknowledged: Acknowledged = { businessIds: new Set(), references: [] };
      const process = exchange().network.processes.get(victim);
      if (!process) throw new Error(`${victim} does not run`);
      const more = (count: number) => {
        const enough = acknowledged.references.length + count;
        return eventually(
          () => {
            expect(acknowledged.references.length).toBeGreaterThan(enough);
          },
          { timeoutMs: 60_000 },
        );
      };
      let isOver = false;
      const clients = Array.from({ length: 4 }, () => oneClient(acknowledged, () => isOver));
      await more(10);
      await process.kill('SIGKILL');
      await process.ready();
      await more(20);
      isOver = true;
      await Promise.all(clients);
      return acknowledged;
    }

    /** Furnishes and queries; failed requests are not acknowledged, and not checked. */
    async function oneClient(
      { businessIds, references }: Acknowledged,
      isOver: () => boolean,
    ): Promise<void> {
      while (!isOver()) {
        const businessId = await furnishOne(new TestBusiness(exchange()));
        if (businessId === undefined) continue;
        businessIds.add(businessId);
        for (let n = 0; n < 3; n += 1) {
          const answer = await attempt(() =>
            exchange()
              .as(QUERYING_BANK)
              .post(QUERY, { network_ids: [DEMO_NETWORK.id], business_id: businessId }),
          );
          if (answer?.status === 200 || answer?.status === 204) {
            references.push(answer.headers.get('x-ref-id') ?? '');
          }
        }
      }
    }

    /** The id of a business with an acknowledged furnish request. */
    async function furnishOne(business: TestBusiness): Promise<string | undefined> {
      const identity = {
        assertions: {
          business_identity_verification_performed_timestamp: new Date().toISOString(),
        },
        data: { business_entity_type: 'llc' },
      };
      const answer = await attempt(() =>
        exchange()
          .as(FIRST_BANK)
          .post(FURNISH, {
            network_id: DEMO_NETWORK.id,
            records: [{ business_identity: business.identity, [IDENTITY]: identity }],
          }),
      );
      if (answer?.status !== 200) return undefined;
      const { results } = answer.body as { results: { accepted: boolean; business_id: string }[] };
      return results[0]?.accepted === true ? results[0].business_id : undefined;
    }

    async function feedReferences(): Promise<string[]> {
      const references: string[] = [];
      let cursor = '';
      for (;;) {
        const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}&limit=1000${cursor}`;
        const { body } = await exchange().as(QUERYING_BANK).get(path);
        const page = body as {
          data: { query_event_id: string }[];
          next_cursor: string;
        };
        references.push(...page.data.map((event) => event.query_event_id));
        if (page.data.length === 0) return references;
        cursor = `&cursor=${page.next_cursor}`;
      }
    }
  });
}

/** The response, or undefined for a broken connection: then nothing was acknowledged. */
async function attempt(call: () => Promise<ApiAnswer>): Promise<ApiAnswer | undefined> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotAnsweredError)) throw error;
    // A client backs off after a failure.
    await pause(20);
    return undefined;
  }
}
