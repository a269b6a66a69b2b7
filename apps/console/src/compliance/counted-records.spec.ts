import { expect, test } from '@jest/globals';
import { countedRecords } from './counted-records.js';

type Use = Parameters<typeof countedRecords>[0][number];

/** A query that considered records: `[record, section, code]`. */
function use(...records: readonly (readonly [string, string, 'chosen' | 'too_old'])[]): Use {
  return {
    ...{ query_event_id: 'query', occurred_at: '2026-01-15T09:30:00.000Z' },
    ...{ product_slug: 'kyb_certificate', policy_id: null, policy_version: null },
    records: records.map(([record_id, model_name, code]) => ({
      ...{ record_id, model_name, code, field_name: null },
      ...{ policy_id: null, policy_version: null, explanation: '' },
    })),
  };
}

test('records are counted once for each query, the most used first', () => {
  const counted = countedRecords([
    use(['excluded', 'address', 'too_old']),
    use(['both', 'address', 'chosen'], ['both', 'owner', 'too_old']),
    use(['often', 'owner', 'chosen'], ['both', 'address', 'too_old']),
    use(['often', 'owner', 'chosen']),
  ]);
  expect(counted.map(({ recordId, used, excluded }) => [recordId, used, excluded])).toEqual([
    ['often', 2, 0],
    ['both', 1, 1],
    ['excluded', 0, 1],
  ]);
  expect([...(counted[1]?.models ?? [])]).toEqual(['address', 'owner']);
});
