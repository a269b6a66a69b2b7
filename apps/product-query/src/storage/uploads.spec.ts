import { expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { LARGE_BYTES } from '../domain/template/template-record.js';
import { check } from '../testing/coverage.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';

const INCOME = templateNamed('annual_personal_income');

const service = useQueryService();

const upload = (letter: string) => letter.repeat(LARGE_BYTES);

test('an upload is returned as furnished, from the furnisher of the latest one', async () => {
  const earner = await aConsumer(service);
  const furnish = (letter: string, furnished_at: string, furnishing_entity_id: string) =>
    earner.furnish(
      INCOME,
      { paystub_upload: upload(letter), tax_return_upload: letter, pay_frequency: 'monthly' },
      { furnished_at, furnishing_entity_id },
    );
  await furnish('a', '2026-01-01T00:00:00.000Z', newId());
  await furnish('b', '2026-01-02T00:00:00.000Z', newId());
  expect(await earner.query(INCOME)).toMatchObject({
    status: 200,
    body: { paystub_upload: upload('b'), tax_return_upload: 'b', pay_frequency: 'monthly' },
  });
});

test('several uploads stay with their fields', async () => {
  const owner = await aConsumer(service);
  const uploads = {
    asset_account_statement_upload: [upload('a')],
    bank_statement_upload: [upload('b'), upload('c')],
  };
  await owner.furnish(ASSETS, { ...uploads, asset_type: 'house' });
  expect(await owner.query(ASSETS)).toMatchObject({ body: { ...uploads, asset_type: 'house' } });
});

test('a check reports an upload without reading it', async () => {
  const owner = await aConsumer(service);
  await owner.furnish(ASSETS, { bank_statement_upload: [upload('a')], asset_type: 'house' });
  const { world } = owner;
  // Unreadable from here on.
  const unreadable = `update statement set uploads = repeat('x', 10000) where subject_id = $1 returning 1`;
  expect(await service.sql(unreadable, [world.subjectId])).toHaveLength(1);
  const body = { product_id: ASSETS.id, consumer_id: world.subjectId };
  const answer = await check(service, world, body);
  expect(answer.body.entities[0]?.models[0]?.fields).toContainEqual({
    field_name: 'bank_statement_upload',
    met: true,
  });
});
