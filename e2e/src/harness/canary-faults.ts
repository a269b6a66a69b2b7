import { newId, RecordFurnished } from '@ndx/contracts';
import { createBus } from '@ndx/messaging';
import { eventually } from '@ndx/testing';
import { STANDARD_ERROR_LOGGER } from '@ndx/tools/network/standard-error-logger';
import { expect } from '@jest/globals';
import type { CanarySet } from './canary.js';
import type { Exchange } from './exchange.js';
import type { Inspection } from './inspection.js';

/** Tables without which the requests about a subject fail, in one service or another. */
export const STORED = [
  ['entity', 'consumer_identity'],
  ['entity', 'business_identity'],
  ['consent', 'consent'],
  ['furnishing', 'furnished_record'],
] as const;

/** Makes writes to the table fail with an error that quotes the row. */
export async function whileRefused(
  exchange: Exchange,
  [database, table]: (typeof STORED)[number],
  work: () => Promise<void>,
): Promise<void> {
  const alter = (change: string) => exchange.sql(database, `alter table ${table} ${change}`, []);
  await alter('add constraint refuses_all check (false) not valid');
  try {
    await work();
  } finally {
    await alter('drop constraint refuses_all');
  }
}

/** Publishes events with secrets that no handler can process, and waits until they are parked. */
export async function publishUnreadable(
  exchange: Exchange,
  inspection: Inspection,
  { ssn, ein, email }: CanarySet,
  token: string,
): Promise<void> {
  const bus = createBus({ ...exchange.network.bus.address, logger: STANDARD_ERROR_LOGGER });
  const payloads = [...ssn.forms, ...ein.forms, email.text, token].flatMap((secret) => [
    secret,
    `{"a": "${secret}"`,
    `{"a": ${secret}}`,
    JSON.stringify({ record_id: secret, network_id: secret, models: secret }),
  ]);
  const before = (await inspection.deadLetterErrors('product-query')).length;
  const { type, source, topic } = RecordFurnished;
  await bus.publish(
    payloads.map((data) => {
      const subject = newId();
      const time = new Date().toISOString();
      return { topic, key: subject, envelope: { id: newId(), type, source, subject, time, data } };
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
