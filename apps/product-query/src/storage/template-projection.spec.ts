import { expect, test } from '@jest/globals';
import { ASSETS, ConsumerWorld, LIABILITIES } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aRecord } from '../testing/world.js';

const service = useQueryService();

test('records give the same values for every order of arrival', async () => {
  const at = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
  const record = (owner: ConsumerWorld, n: number, time: string, values: object) =>
    aRecord(owner.world, {
      dataset: ASSETS.slug,
      subject_type: 'consumer',
      record_id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      furnished_at: time,
      models: { [ASSETS.slug]: { ...values } },
    });
  const records = (owner: ConsumerWorld) => [
    record(owner, 1, at[0], { asset_type: 'oldest', housing_status_own_rent: 'own' }),
    record(owner, 2, at[1], { asset_type: 'lowest' }),
    record(owner, 3, at[1], { asset_type: 'highest' }),
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const owner = new ConsumerWorld(service);
    const all = records(owner);
    await service.furnish(...order.flatMap((index) => all[index] ?? []));
    const rows = await service.sql(
      'select field, value from template_value where subject_id = $1 order by field',
      [owner.world.subjectId],
    );
    expect([order, rows]).toEqual([
      order,
      [
        { field: 'asset_type', value: '"lowest"' },
        { field: 'housing_status_own_rent', value: '"own"' },
      ],
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
  const rows = await service.sql('select field from template_value where subject_id = $1', [
    debtor.world.subjectId,
  ]);
  expect(rows).toEqual([{ field: owed }]);
});
