import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { halvesOf, partsOf } from './in-flight/request-parts.js';
import { createNdxClient, furnishRecords, staticToken, type FurnishedRecord } from './index.js';
import { answer, ScriptedServer, type Step } from './testing/scripted-server.js';

let server: ScriptedServer;
beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

/** Accepts each record of a body of up to `limit` bytes; each result names the record that was sent. */
function acceptUpTo(limit: number): void {
  const step: Step = (response, request) => {
    const { records } = JSON.parse(request.body) as {
      records: { business_identity: { business_legal_name: string } }[];
    };
    const isTooLarge = Buffer.byteLength(request.body) > limit;
    const results = records.map(({ business_identity }, index) => ({
      ...{ index, accepted: true, errors: [] },
      ...{ record_id: business_identity.business_legal_name, business_id: 'b' },
    }));
    answer(
      isTooLarge ? 413 : 200,
      isTooLarge
        ? { detail: 'the request body is too large', error_code: 'PAYLOAD_TOO_LARGE' }
        : { success: true, submission_id: 's', results },
    )(response, request);
  };
  server.script(...Array.from({ length: 100 }, () => step));
}

async function furnish(sizes: readonly number[], options: object = {}): Promise<FurnishedRecord[]> {
  const ndx = createNdxClient({ baseUrl: server.url, token: staticToken('t') });
  const records = sizes.map((size, index) => ({
    business_identity: { business_legal_name: String(index), business_dba_name: 'x'.repeat(size) },
  }));
  const furnished = furnishRecords(ndx, records as never, {
    ...{ network_id: 'n', runId: 'run' },
    ...options,
  });
  const results: FurnishedRecord[] = [];
  for await (const result of furnished) results.push(result);
  return results;
}

const keysSent = () => server.received.map(({ headers }) => headers['idempotency-key']);

test('a batch of more than a megabyte is sent in several requests, each with a key of its own', async () => {
  acceptUpTo(1_048_576);
  const results = await furnish([400_000, 400_000, 400_000, 10, 10], { batchSize: 4 });
  expect(results.map(({ index, recordId }) => [index, recordId])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [index, String(index)]),
  );
  expect([...keysSent()].sort()).toEqual(['run-0-0-2', 'run-0-2-2', 'run-1']);
});

test('a batch that the network finds too large is halved until it fits', async () => {
  acceptUpTo(1_000);
  const results = await furnish([300, 300, 300, 300, 5_000, 1]);
  const [large] = results.filter(({ accepted }) => !accepted);
  expect(results.map(({ index, accepted }) => [index, accepted])).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => [index, index !== 4]),
  );
  expect(large).toMatchObject({
    index: 4,
    recordId: null,
    errors: [{ code: 'too_large', path: '', detail: 'the request body is too large' }],
  });
});

test('a run that is repeated sends the same keys', async () => {
  const sizes = [300, 900, 300, 300, 5_000, 1];
  const sent: unknown[][] = [];
  while (sent.length < 2) {
    acceptUpTo(1_000);
    await furnish(sizes, { batchSize: 4, concurrency: 1 });
    sent.push(keysSent());
  }
  expect(sent[1]).toEqual(sent[0]);
  expect(new Set(sent[0]).size).toBe(sent[0]?.length);
});

const batches = fc.array(fc.nat(600_000), { minLength: 1, maxLength: 30 });

test('parts hold the batch in its order, and fill a megabyte unless one item is larger', () => {
  fc.assert(
    fc.property(batches, (sizes) => {
      const batch = sizes.map((size) => 'x'.repeat(size));
      const parts = partsOf(batch);
      expect(parts.flatMap(({ items }) => items)).toEqual(batch);
      let offset = 0;
      for (const part of parts) {
        expect(part.offset).toBe(offset);
        offset += part.items.length;
        const bytes = JSON.stringify(part.items).length;
        expect(part.items.length === 1 || bytes <= 1_000_001).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('halves hold the part in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 2 }), fc.nat(), (items, offset) => {
      const [left, right] = halvesOf({ offset, items });
      expect([...(left?.items ?? []), ...(right?.items ?? [])]).toEqual(items);
      expect([left?.offset, right?.offset]).toEqual([offset, offset + (left?.items.length ?? 0)]);
      expect(Math.min(left?.items.length ?? 0, right?.items.length ?? 0)).toBeGreaterThan(0);
    }),
  );
});
