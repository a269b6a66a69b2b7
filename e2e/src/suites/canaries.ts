import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId, RecordFurnished, SERVICE_NAMES } from '@ndx/contracts';
import { createBus } from '@ndx/messaging';
import { eventually, newTrace } from '@ndx/testing';
import {
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { STANDARD_ERROR_LOGGER } from '@ndx/tools/network/standard-error-logger';
import {
  newCanaries,
  secretsOf,
  shownIn,
  tokenCanary,
  type Canary,
  type CanarySet,
} from '../harness/canary.js';
import { FURNISH } from '../harness/business.js';
import { faultsIn } from '../harness/furnish-faults.js';
import { requestsAbout } from '../harness/canary-subjects.js';
import type { Exchange } from '../harness/exchange.js';
import { Inspection } from '../harness/inspection.js';
import { InterfaceDocument } from '../harness/interface-document.js';
import { anOwnNetwork, membershipsLast } from '../harness/own-network.js';
import { plantedRequests, type PlantedRequest } from '../harness/planted-requests.js';

const TIMEOUT_MS = 300_000;
const AT_ONCE = 8;

/** The response that a rejected caller gets. */
interface Refusal {
  readonly request: string;
  readonly text: string;
}

/** A secret sent to the exchange is never in an improper place (design 4, 5). */
export function canariesSuite(exchange: () => Exchange): void {
  describe('a secret that is planted in every request', () => {
    /** Secrets in their proper places, where they are stored encrypted. */
    const right = newCanaries();
    /** The same, in requests that fail in the database. */
    const failing = newCanaries();
    /** Secrets in every other place; some are stored as names. */
    const stray = newCanaries();
    /** The accounts that send the requests. */
    let tokens: readonly Canary[];
    /** A token in every other place; some are stored as names. */
    let strayToken: string;
    let inspection: Inspection;
    const refusals: Refusal[] = [];
    const statuses = new Map<number, number>();

    beforeAll(async () => {
      inspection = new Inspection(exchange());
      const senders = [OPERATOR, FIRST_BANK, QUERYING_BANK];
      tokens = (await Promise.all(senders.map((one) => exchange().tokenOf(one)))).map(tokenCanary);
      strayToken = await exchange().tokenOf(SECOND_BANK);
      await plantRight(right, (status) => status < 300);
      for (const place of STORED) {
        await whileRefused(place, () => plantRight(failing, (status) => status === 500));
      }
      await plantStray();
      await poison();
    }, TIMEOUT_MS);

    const everything = () => [
      ...tokens,
      tokenCanary(strayToken),
      ...[right, failing, stray].flatMap(secretsOf),
    ];
    const identifiers = () =>
      [right, failing].flatMap(({ ssn, shortSsn, ein }) => [ssn, shortSsn, ein]);

    test('gets every kind of response', () => {
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining([200, 204, 400, 401, 404, 422, 500]),
      );
    });

    test('is in no error response', () => {
      expect(refusals.length).toBeGreaterThan(1_000);
      const shown = refusals.flatMap(({ request, text }) =>
        shownIn(text, everything()).map((secret) => `${request}: ${secret}`),
      );
      expect(shown).toEqual([]);
    });

    test('is in no log line of a process or the database server', () => {
      const logs = [...inspection.logs()];
      // The failures were logged, by the services and by the database.
      const failures = logs.filter(([, text]) => text.includes('refuses_all'));
      const services = new Set(STORED.map(([database]) => database));
      expect(failures).toHaveLength(services.size + 1);
      const shown = logs.flatMap(([file, text]) =>
        shownIn(text, everything()).map((secret) => `${file}: ${secret}`),
      );
      expect(shown).toEqual([]);
    });

    test('is in no trace', async () => {
      await tracesSent();
      const { bodies } = exchange().traces;
      expect(bodies.length).toBeGreaterThan(100);
      expect(bodies.flatMap((body) => shownIn(body, everything()))).toEqual([]);
    });

    test('is in no metric', async () => {
      expect(await inspection.metrics(everything())).toEqual([]);
    });

    test('is in no error of a dead letter', async () => {
      const errors = await inspection.deadLetterErrors('product-query');
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.flatMap((error) => shownIn(error, everything()))).toEqual([]);
    });

    test('is in no event when it was sent in its proper field', async () => {
      const { count, found } = await inspection.events([
        ...secretsOf(right),
        ...secretsOf(failing),
        ...tokens,
      ]);
      expect(count).toBeGreaterThan(100);
      expect(found).toEqual([]);
    });

    test('is stored nowhere in plain text: SSN, EIN and token', async () => {
      expect(await inspection.columns([...identifiers(), ...tokens])).toEqual([]);
    });

    test('is stored only with the identity: email and date of birth', async () => {
      const { email, dateOfBirth } = right;
      expect((await inspection.columns([email])).toSorted()).toEqual([
        'entity.consumer_identity.email',
        'entity.consumer_identity.emails',
        'entity.consumer_statement.email',
      ]);
      expect((await inspection.columns([dateOfBirth])).toSorted()).toEqual([
        'entity.consumer_identity.date_of_birth',
        'entity.consumer_statement.date_of_birth',
      ]);
    });

    test(
      'is in no file of the database server: SSN, EIN and token',
      async () => {
        const { count, found } = await inspection.files([...identifiers(), ...tokens]);
        expect(count).toBeGreaterThan(1_000);
        expect(found).toEqual([]);
      },
      TIMEOUT_MS,
    );

    async function plantRight(
      canaries: CanarySet,
      isAwaited: (status: number) => boolean,
    ): Promise<void> {
      const requests = requestsAbout(exchange(), canaries);
      const answered = await Promise.all(
        requests.map(async ({ by, method, path, body, headers = {} }) => {
          const text = body === undefined ? undefined : JSON.stringify(body);
          return send(by, { method, path, headers, body: text });
        }),
      );
      expect(answered.filter(isAwaited).length).toBeGreaterThan(0);
    }

    async function plantStray(): Promise<void> {
      const { operations } = await InterfaceDocument.read();
      const knownIds = await anOwnNetwork(exchange());
      for (const operation of membershipsLast(operations)) {
        const requests = [...plantedRequests(operation, knownIds, stray, strayToken)];
        const work = Array.from({ length: AT_ONCE }, async () => {
          for (let next = requests.shift(); next; next = requests.shift()) {
            await send(OPERATOR, next);
          }
        });
        await Promise.all(work);
      }
      for (const authorization of [
        strayToken,
        `Basic ${strayToken}`,
        `bearer ${strayToken}`,
        `Bearer  ${strayToken}`,
      ]) {
        const headers = { authorization };
        await send(OPERATOR, { method: 'GET', path: '/v1/products', headers, body: undefined });
      }
    }

    async function send(
      by: DemoInstitution,
      { method, path, headers, body }: PlantedRequest,
    ): Promise<number> {
      const response = await fetch(new URL(path, exchange().url), {
        method,
        headers: {
          authorization: `Bearer ${await exchange().tokenOf(by)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      const { status } = response;
      const text = await response.text();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const refused = status >= 400 ? text : faultsIn(text);
      const headerText = JSON.stringify([...response.headers]);
      refusals.push({ request: `${method} ${path} ${status}`, text: `${headerText} ${refused}` });
      return status;
    }

    /** Every process exports its spans in order: after a new one, all earlier ones have arrived. */
    async function tracesSent(): Promise<void> {
      const { traceId, traceparent } = newTrace();
      await Promise.all(
        ONE_OF_EACH.map(([method, path]) => {
          const body = method === 'POST' ? '{}' : undefined;
          return send(OPERATOR, { method, path, headers: { traceparent }, body });
        }),
      );
      await eventually(() => {
        const senders = new Set(
          exchange()
            .traces.of(traceId)
            .map(({ service }) => service),
        );
        expect([...senders].sort()).toEqual([...SERVICE_NAMES].sort());
      });
    }

    /** Makes writes of these requests fail with an error that quotes the row. */
    async function whileRefused(
      [database, table]: (typeof STORED)[number],
      work: () => Promise<void>,
    ): Promise<void> {
      const alter = (change: string) =>
        exchange().sql(database, `alter table ${table} ${change}`, []);
      await alter('add constraint refuses_all check (false) not valid');
      try {
        await work();
      } finally {
        await alter('drop constraint refuses_all');
      }
    }

    /** Events with secrets that no handler can process. */
    async function poison(): Promise<void> {
      const bus = createBus({
        ...exchange().network.bus.address,
        logger: STANDARD_ERROR_LOGGER,
      });
      const { ssn, ein, email } = stray;
      const payloads = [...ssn.forms, ...ein.forms, email.text, strayToken].flatMap((secret) => [
        secret,
        `{"a": "${secret}"`,
        `{"a": ${secret}}`,
        JSON.stringify({ record_id: secret, network_id: secret, models: secret }),
      ]);
      const before = (await inspection.deadLetterErrors('product-query')).length;
      await bus.publish(
        payloads.map((data) => {
          const subject = newId();
          const { type, source, topic } = RecordFurnished;
          const time = new Date().toISOString();
          return {
            topic,
            key: subject,
            envelope: { id: newId(), type, source, subject, time, data },
          };
        }),
      );
      await eventually(
        async () => {
          const { length } = await inspection.deadLetterErrors('product-query');
          expect(length).toBe(before + payloads.length);
        },
        { timeoutMs: 60_000 },
      );
      await bus.close();
    }
  });
}

/** An operation of each service. */
const ONE_OF_EACH = [
  ['GET', '/v1/networks'],
  ['GET', '/v1/products'],
  ['GET', '/v1/institution-attestation'],
  ['GET', `/v1/consent/consumer/${newId()}`],
  ['GET', '/v1/query-events'],
  ['POST', FURNISH],
] as const;

/** Tables without which the requests about a subject fail, in one service or another. */
const STORED = [
  ['entity', 'consumer_identity'],
  ['entity', 'business_identity'],
  ['consent', 'consent'],
  ['furnishing', 'furnished_record'],
] as const;
