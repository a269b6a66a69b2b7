import { expect, test } from '@jest/globals';
import { answerOf } from './answer.js';
import type {
  FurnishingPolicySimulation,
  SimulateFurnishingPolicy,
} from './generated/types.gen.js';
import { simulateRecords, type RecordSimulation } from './simulate-records.js';

const PERIOD = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
const TOO_OLD = { code: 'too_old', path: 'timestamp' } as const;
const MISSING = { code: 'attestation_missing', path: '' } as const;

const counts = (examined_records: number, refused_records: number) => ({
  examined_records,
  refused_records,
});

const aPage = (
  page: Pick<FurnishingPolicySimulation, 'refusals' | 'furnishers' | 'next_cursor'>,
  [examined, refused]: readonly [number, number],
): FurnishingPolicySimulation => ({
  ...{ policy_id: 'policy', network_id: 'network', product_id: 'product', ...PERIOD },
  ...{ examined_until: PERIOD.to, accepted_records: examined - refused },
  ...counts(examined, refused),
  ...page,
});

const PAGES: Readonly<Record<string, FurnishingPolicySimulation>> = {
  '': aPage(
    {
      refusals: [{ ...TOO_OLD, count: 2 }],
      furnishers: [{ furnishing_entity_id: 'one', ...counts(5, 2) }],
      next_cursor: 'a',
    },
    [5, 2],
  ),
  a: aPage(
    {
      refusals: [
        { ...TOO_OLD, count: 1 },
        { ...MISSING, count: 3 },
      ],
      furnishers: [
        { furnishing_entity_id: 'one', ...counts(1, 1) },
        { furnishing_entity_id: 'two', ...counts(3, 2) },
      ],
      next_cursor: 'b',
    },
    [4, 3],
  ),
  b: aPage({ refusals: [], furnishers: [], next_cursor: null }, [0, 0]),
};

test('adds the counts of the pages of a simulation, which are of one period', async () => {
  const sent: SimulateFurnishingPolicy[] = [];
  const simulateFurnishingPolicy = ({ body }: { readonly body: SimulateFurnishingPolicy }) => {
    sent.push(body);
    const data = PAGES[body.cursor ?? ''];
    if (!data) throw new Error('no such page');
    return Promise.resolve({ ...answerOf(new Response(), undefined), data });
  };
  const rules = { policy_metadata: { max_age_days: 30 }, from: PERIOD.from };
  const sums: RecordSimulation[] = [];
  for await (const sum of simulateRecords({ simulateFurnishingPolicy }, 'policy', rules)) {
    sums.push(sum);
  }
  expect(sent).toEqual([
    rules,
    { ...rules, to: PERIOD.to, cursor: 'a' },
    { ...rules, to: PERIOD.to, cursor: 'b' },
  ]);
  expect(sums.map(({ examined_records }) => examined_records)).toEqual([5, 9, 9]);
  expect(sums.at(-1)).toEqual({
    ...{ policy_id: 'policy', network_id: 'network', product_id: 'product', ...PERIOD },
    ...{ examined_until: PERIOD.to, accepted_records: 4 },
    ...counts(9, 5),
    refusals: [
      { ...TOO_OLD, count: 3 },
      { ...MISSING, count: 3 },
    ],
    furnishers: [
      { furnishing_entity_id: 'one', ...counts(6, 3) },
      { furnishing_entity_id: 'two', ...counts(3, 2) },
    ],
  });
});
