import { expect, test } from '@jest/globals';
import { templateNamed } from '../testing/template-input.js';
import { ASSETS, ConsumerWorld, LIABILITIES } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aRecord } from '../testing/world.js';

const service = useQueryService();

const LIVENESS = templateNamed('liveness_verification');

const recordId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** The stored statements after records arrived in an order. */
async function stored(owner: ConsumerWorld): Promise<unknown[]> {
  return service.sql(
    'select record_id, content, newest_record_id, newest_content from statement where subject_id = $1',
    [owner.world.subjectId],
  );
}

test("a record replaces its furnisher's earlier one whole, for every order of arrival", async () => {
  const at = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
  const record = (owner: ConsumerWorld, n: number, furnished_at: string, values: object) =>
    aRecord(owner.world, {
      dataset: ASSETS.slug,
      subject_type: 'consumer',
      record_id: recordId(n),
      furnished_at,
      models: { [ASSETS.slug]: { ...values } },
    });
  for (const order of ORDERS) {
    const owner = new ConsumerWorld(service);
    const all = [
      record(owner, 1, at[0], { asset_type: 'oldest', housing_status_own_rent: 'own' }),
      record(owner, 2, at[1], { asset_type: 'lowest' }),
      record(owner, 3, at[1], { asset_type: 'highest' }),
    ];
    await service.furnish(...order.flatMap((index) => all[index] ?? []));
    expect([order, await stored(owner)]).toEqual([
      order,
      [
        {
          record_id: recordId(2),
          content: '{"asset_type":"lowest"}',
          newest_record_id: null,
          newest_content: null,
        },
      ],
    ]);
  }
});

test('the record that was verified last is kept beside the one that was furnished last', async () => {
  const record = (owner: ConsumerWorld, n: number, day: number, verified: string) =>
    aRecord(owner.world, {
      dataset: LIVENESS.slug,
      subject_type: 'consumer',
      record_id: recordId(n),
      furnished_at: `2026-02-0${day}T00:00:00.000Z`,
      models: { [LIVENESS.slug]: { liveness_capture_timestamp: verified } },
    });
  for (const order of ORDERS) {
    const owner = new ConsumerWorld(service);
    const all = [
      record(owner, 1, 1, '2026-01-30T00:00:00Z'),
      record(owner, 2, 2, '2026-01-10T00:00:00Z'),
      record(owner, 3, 3, '2019-01-01T00:00:00Z'),
    ];
    await service.furnish(...order.flatMap((index) => all[index] ?? []));
    expect([order, await stored(owner)]).toMatchObject([
      order,
      [{ record_id: recordId(1), newest_record_id: recordId(3) }],
    ]);
  }
});

test('fields that no query reads are not copied', async () => {
  const debtor = new ConsumerWorld(service);
  const owed = 'aggregated_credit_accounts_outstanding_auto_loan_debt';
  await debtor.furnish(LIABILITIES, {
    [owed]: '1.00',
    raw_credit_report_json: '{}',
    pfm_aggregated_current_liabilities: '1.00',
  });
  expect(await stored(debtor)).toMatchObject([{ content: JSON.stringify({ [owed]: '1.00' }) }]);
});
