import { beforeAll, describe, expect, test } from '@jest/globals';
import { FIRST_BANK, OPERATOR, QUERYING_BANK, SECOND_BANK } from '@ndx/tools/network/demo-network';
import { finderOf, newCanaries, secretsOf, tokenCanary, type Canary } from '../harness/canary.js';
import { publishUnreadable, STORED, whileRefused } from '../harness/canary-faults.js';
import { CanarySender } from '../harness/canary-sender.js';
import type { Exchange } from '../harness/exchange.js';
import { Inspection } from '../harness/inspection.js';
import { anOwnNetwork } from '../harness/own-network.js';

const TIMEOUT_MS = 300_000;

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
    let everything: readonly Canary[];
    let find: ReturnType<typeof finderOf>;
    let inspection: Inspection;
    let sender: CanarySender;

    beforeAll(async () => {
      inspection = new Inspection(exchange());
      sender = new CanarySender(exchange());
      const own = await anOwnNetwork(exchange());
      const senders = [OPERATOR, FIRST_BANK, QUERYING_BANK];
      const sent = senders.map((one) => exchange().tokenOf(one));
      tokens = (await Promise.all([own.member.token(), ...sent])).map(tokenCanary);
      strayToken = await exchange().tokenOf(SECOND_BANK);
      const secrets = [right, failing, stray].flatMap(secretsOf);
      everything = [...tokens, tokenCanary(strayToken), ...secrets];
      find = finderOf(everything);
      await sender.plantRight(right, (status) => status < 300);
      for (const place of STORED) {
        await whileRefused(exchange(), place, () =>
          sender.plantRight(failing, (status) => status === 500),
        );
      }
      await sender.plantStray(own, stray, strayToken);
      await publishUnreadable(exchange(), inspection, stray, strayToken);
    }, TIMEOUT_MS);

    const identifiers = () =>
      [right, failing].flatMap(({ ssn, shortSsn, ein }) => [ssn, shortSsn, ein]);

    test('gets every kind of response', () => {
      expect([...sender.statuses]).toEqual(
        expect.arrayContaining([200, 204, 400, 401, 404, 422, 500]),
      );
    });

    test('is in no error response', () => {
      const { refusals } = sender;
      expect(refusals.length).toBeGreaterThan(1_000);
      const shown = refusals.flatMap(({ request, text }) =>
        find(text).map((secret) => `${request}: ${secret}`),
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
        find(text).map((secret) => `${file}: ${secret}`),
      );
      expect(shown).toEqual([]);
    });

    test('is in no trace', async () => {
      await sender.tracesSent();
      const { bodies } = exchange().traces;
      expect(bodies.length).toBeGreaterThan(100);
      expect(bodies.flatMap(find)).toEqual([]);
    });

    test('is in no metric', async () => {
      expect(await inspection.metrics(everything)).toEqual([]);
    });

    test('is in no error of a dead letter', async () => {
      const errors = await inspection.deadLetterErrors('product-query');
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.flatMap(find)).toEqual([]);
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
  });
}
