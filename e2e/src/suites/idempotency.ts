import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { watchQueryEvents, type QueryEventWatch } from '@ndx/tools/demo/query-event-watch';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import type { KnownIds } from '../harness/arbitrary-values.js';
import { isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { anIdentityConflict } from '../harness/identity-conflict.js';
import { InterfaceDocument } from '../harness/interface-document.js';
import { exampleRequest, keyedOperations } from '../harness/keyed-requests.js';
import { KeyedSender, type KeyedAnswer } from '../harness/keyed-sender.js';
import { keyedWrites } from '../harness/keyed-writes.js';
import { anOwnNetwork } from '../harness/own-network.js';
import { queryEventsSince } from '../harness/query-feed.js';
import { anOwner, ASSETS, TemplateSubject } from '../harness/template-subject.js';

const AT_ONCE = 100;
const ANOTHER_BODY = { body: '{"other": true}' };
const ANOTHER_NETWORK = { headers: { 'x-network-id': randomUUID() } };

/** A request repeated with the same key takes effect once. */
export function idempotencySuite(exchange: () => Exchange): void {
  describe('a request with an Idempotency-Key', () => {
    let sender: KeyedSender;
    let watch: QueryEventWatch;

    beforeAll(async () => {
      sender = new KeyedSender(exchange());
      watch = await watchQueryEvents(exchange().network.bus.address);
    });

    afterAll(async () => {
      await watch.close();
    });

    test('gets the same response byte for byte, for every operation with a key', async () => {
      const document = await InterfaceDocument.read();
      const known = await anOwnNetwork(exchange());
      const consumerConsent = await aConsumerConsent(known);
      const operations = keyedOperations(document);
      expect(operations.length).toBeGreaterThan(30);

      for (const operation of operations) {
        const by = operation.path.startsWith('/v1/services/') ? SYSTEM_OPERATOR : OPERATOR;
        const isAboutConsumer = operation.path.startsWith('/v1/consent/consumer');
        const ids = {
          ...known,
          service: 'product-query',
          ...(isAboutConsumer && { consent_id: consumerConsent }),
          ...(operation.path.includes('/identity-conflicts/') &&
            (await anIdentityConflict(exchange().as(OPERATOR), String(known['network_id'])))),
        };
        const request = exampleRequest(operation, ids);
        const key = randomUUID();
        const first = await sender.send(by, key, request);
        const again = await sender.send(by, key, request);
        // Operations without a body are distinguished by the network in the path.
        const change = request.body === undefined ? ANOTHER_NETWORK : ANOTHER_BODY;
        const other = await sender.send(by, key, { ...request, ...change });

        const name = request.operation;
        expect([name, first]).toEqual([
          name,
          expect.objectContaining({ status: first.status === 204 ? 204 : 200, isReplayed: false }),
        ]);
        expect([name, again]).toEqual([name, { ...first, isReplayed: true }]);
        expect([name, other.status]).toEqual([name, 409]);
      }
    });

    test('that queries a certificate, sent a hundred times at once, issues one and is billed once', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish();
      const since = new Date().toISOString();
      await queryUntil(exchange(), { business_id }, isIssued);
      const before = (await eventsAbout(business_id, since)).length;

      const answers = await atOnce(QUERYING_BANK, {
        path: QUERY,
        body: { network_ids: [DEMO_NETWORK.id], business_id },
      });

      const first = theOneAnswer(answers);
      expect(first.status).toBe(200);
      const events = await eventsAbout(business_id, since);
      expect(events).toHaveLength(before + 1);
      const { certificate_id } = JSON.parse(first.text) as { certificate_id: string };
      expect(await watch.eventOf(first.reference ?? '')).toMatchObject({ certificate_id });
      expect(
        await rows('product-query', 'select from certificate where query_event_id = $1', [
          first.reference,
        ]),
      ).toBe(1);
    });

    test('that queries a template, sent a hundred times at once, is billed once', async () => {
      const owner = await anOwner(exchange());
      const { path, body } = owner.queryRequest(ASSETS);
      const first = theOneAnswer(await atOnce(QUERYING_BANK, { path, body }));

      expect(first.status).toBe(200);
      expect(await watch.eventOf(first.reference ?? '')).toMatchObject({ outcome: 'issued' });
      const before = await billed();
      await sender.send(QUERYING_BANK, first.key, {
        path,
        body: JSON.stringify(body),
        headers: {},
      });
      expect(await billed()).toBe(before);
    });

    test.each(keyedWrites(exchange))(
      'that writes $what, sent a hundred times at once, writes one',
      async (writing) => {
        const body = writing.body();
        const first = theOneAnswer(await atOnce(writing.by, { path: writing.path, body }));

        expect(first.status).toBe(200);
        const stored = writing.stored(body, JSON.parse(first.text) as Values);
        const { database, table, column, value } = stored;
        expect(await rows(database, `select from ${table} where ${column} = $1`, [value])).toBe(1);
      },
    );

    test('that furnishes a template, sent a hundred times at once, writes one record', async () => {
      const owner = new TemplateSubject(exchange());
      const { path, body, headers } = owner.furnishRequest(ASSETS);
      const before = await rows('furnishing', 'select from furnished_record', []);
      const first = theOneAnswer(await atOnce(FIRST_BANK, { path, body, headers }));

      expect(first.status).toBe(200);
      expect(await rows('furnishing', 'select from furnished_record', [])).toBe(before + 1);
    });

    test('gets the same response after the service was killed', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish();
      await queryUntil(exchange(), { business_id }, isIssued);
      const query = { path: QUERY, body: { network_ids: [DEMO_NETWORK.id], business_id } };
      const consent = {
        path: '/v1/consent/business',
        body: {
          network_id: DEMO_NETWORK.id,
          did_gather_consent_from_business_prior: true,
          business_consent_identity: business.identity,
        },
      };
      const [queried, consented] = [
        await once(QUERYING_BANK, query),
        await once(QUERYING_BANK, consent),
      ];

      await kill('product-query');
      await kill('consent');

      expect(await once(QUERYING_BANK, query, queried.key)).toEqual({
        ...queried,
        isReplayed: true,
      });
      expect(await once(QUERYING_BANK, consent, consented.key)).toEqual({
        ...consented,
        isReplayed: true,
      });
    });

    test('retried until it succeeds is billed once, with the service killed in between', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish();
      const since = new Date().toISOString();
      await queryUntil(exchange(), { business_id }, isIssued);
      const before = (await eventsAbout(business_id, since)).length;
      const query = { path: QUERY, body: { network_ids: [DEMO_NETWORK.id], business_id } };
      const keys = Array.from({ length: 50 }, () => randomUUID());

      const retryUntilAnswered = (key: string) =>
        eventually(
          async () => {
            const answer = await once(QUERYING_BANK, query, key);
            expect(answer.status).toBe(200);
            return answer;
          },
          { timeoutMs: 60_000 },
        );
      const answering = Promise.all(keys.map(retryUntilAnswered));
      await kill('product-query');
      await answering;

      const references = (await Promise.all(keys.map(retryUntilAnswered))).map(
        ({ reference }) => reference,
      );
      const events = await eventsAbout(business_id, since);
      expect(events).toHaveLength(before + keys.length);
      expect(new Set(references).size).toBe(keys.length);
    });

    const once = (
      by: typeof OPERATOR,
      { path, body, headers = {} }: Sent,
      key: string = randomUUID(),
    ) => sender.send(by, key, { path, body: JSON.stringify(body), headers });

    const atOnce = (by: typeof OPERATOR, request: Sent) => {
      const key = randomUUID();
      return Promise.all(Array.from({ length: AT_ONCE }, () => once(by, request, key)));
    };

    async function kill(service: 'product-query' | 'consent'): Promise<void> {
      const process = exchange().network.processes.get(service);
      if (!process) throw new Error(`${service} does not run`);
      await process.kill('SIGKILL');
      await process.ready();
    }

    async function eventsAbout(subjectId: string, since: string) {
      const events = await queryEventsSince(exchange(), since);
      return events.filter((event) => event['subject_id'] === subjectId);
    }

    const billed = () => rows('product-query', 'select from query_event', []);

    async function rows(database: string, statement: string, values: readonly unknown[]) {
      return (await exchange().sql(database, statement, values)).length;
    }

    async function aConsumerConsent({ network_id }: KnownIds): Promise<string> {
      const answer = await once(OPERATOR, {
        path: '/v1/consent/consumer',
        body: {
          network_id,
          did_gather_consent_from_consumer_prior: true,
          consumer_consent_identity: {
            date_of_birth: '1990-01-15T00:00:00Z',
            first_name: 'Ana',
            last_name: 'Example',
            personal_email: 'ana@example.com',
            phone_number: '6175550123',
            social_security_number: '123456789',
          },
        },
      });
      expect(answer.status).toBe(200);
      return (JSON.parse(answer.text) as { consent_id: string }).consent_id;
    }
  });
}

type Values = Readonly<Record<string, unknown>>;

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The expected responses when one request was executed and the others replayed. */
function theOneAnswer(answers: readonly KeyedAnswer[]): KeyedAnswer {
  const first = answers.find(({ isReplayed }) => !isReplayed);
  if (!first) throw new Error(`none was done: ${JSON.stringify(answers[0])}`);
  expect(answers).toEqual(answers.map(({ isReplayed }) => ({ ...first, isReplayed })));
  expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  return first;
}
