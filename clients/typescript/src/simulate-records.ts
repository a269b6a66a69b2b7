import type { NdxClient } from './client.js';
import type {
  FurnishingPolicySimulation,
  SimulateFurnishingPolicy,
} from './generated/types.gen.js';

/** The counts of the pages of a simulation of a furnishing policy, added up. */
export type RecordSimulation = Omit<FurnishingPolicySimulation, 'next_cursor'>;

/**
 * Simulates a furnishing policy over the past records of a period, page by page.
 * @returns the sum of the pages so far, after each of them; the last sum is of the whole period
 * @example for await (const { examined_records } of simulateRecords(ndx, policy_id, { from })) …
 */
export async function* simulateRecords(
  ndx: Pick<NdxClient, 'simulateFurnishingPolicy'>,
  policy_id: string,
  rules: Omit<SimulateFurnishingPolicy, 'cursor'>,
  signal: AbortSignal | null = null,
): AsyncGenerator<RecordSimulation> {
  let sum: RecordSimulation | undefined;
  let body: SimulateFurnishingPolicy = rules;
  for (;;) {
    const { data } = await ndx.simulateFurnishingPolicy({ path: { policy_id }, body, signal });
    const { next_cursor: cursor, ...page } = data;
    sum = sum ? added(sum, page) : page;
    yield sum;
    if (cursor === null) return;
    // The first page fixes the end of the period.
    body = { ...rules, to: page.to, cursor };
  }
}

function added(sum: RecordSimulation, page: RecordSimulation): RecordSimulation {
  return {
    ...page,
    examined_records: sum.examined_records + page.examined_records,
    accepted_records: sum.accepted_records + page.accepted_records,
    refused_records: sum.refused_records + page.refused_records,
    refusals: merged(
      [...sum.refusals, ...page.refusals],
      ({ code, path }) => `${code} ${path}`,
      (one, other) => ({ ...one, count: one.count + other.count }),
    ),
    furnishers: merged(
      [...sum.furnishers, ...page.furnishers],
      ({ furnishing_entity_id }) => furnishing_entity_id,
      (one, other) => ({
        ...one,
        examined_records: one.examined_records + other.examined_records,
        refused_records: one.refused_records + other.refused_records,
      }),
    ),
  };
}

/** The rows with one row for each key. */
function merged<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (one: Row, other: Row) => Row,
): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const known = byKey.get(keyOf(row));
    byKey.set(keyOf(row), known === undefined ? row : add(known, row));
  }
  return [...byKey.values()];
}
