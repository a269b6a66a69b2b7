import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { DATASETS } from '@ndx/catalog';
import { stableId } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { usePolicyService } from '../testing/policy-service.js';

const service = usePolicyService();

const list = async () => {
  const answer = await service.call<Record<string, unknown>[]>(
    member(randomUUID()),
    'GET',
    '/v1/products',
  );
  return answer.body;
};

const field = (field_name: string, field_type: string, ...known: readonly string[]) => ({
  field_name,
  field_type,
  known_values: expect.arrayContaining([...known]),
});

test('the catalogue lists every product and every template once', async () => {
  const slugs = (await list()).map(({ slug }) => slug);
  expect(slugs).toEqual(DATASETS.map(({ slug }) => slug));
});

test('a product lists the models and fields that a policy can select', async () => {
  const products = await list();
  const models = expect.arrayContaining([
    {
      model_name: 'business_identity_verification',
      fields: expect.arrayContaining([field('business_entity_type', 'string', 'corporation')]),
    },
  ]);
  expect(products.find(({ slug }) => slug === 'kyb_certificate')).toEqual({
    id: stableId('product', 'kyb_certificate'),
    kind: 'product',
    slug: 'kyb_certificate',
    subject: 'business',
    query_path: '/v1/products/kyb_certificate/query',
    furnish_path: '/v1/products/kyb_certificate/furnish',
    models,
    furnished_models: models,
  });
});

test('a template is one model with the fields of its result, without the ids of the query', async () => {
  const products = await list();
  const models = [
    {
      model_name: 'annual_personal_income',
      fields: [
        field('pay_frequency', 'string', 'biweekly'),
        field('paystub_upload', 'string'),
        field('tax_return_upload', 'string'),
        field('bank_inflow_inferred_annual_income', 'string'),
        field('credit_based_modelled_income', 'string'),
        field('entity_stated_annual_income', 'string'),
      ],
    },
  ];
  expect(products.find(({ slug }) => slug === 'annual_personal_income')).toEqual({
    id: stableId('template', 'annual_personal_income'),
    kind: 'template',
    slug: 'annual_personal_income',
    subject: 'consumer',
    query_path: '/api/templates/annual_personal_income/query',
    furnish_path: '/api/templates/annual_personal_income/furnish',
    models,
    furnished_models: [expect.objectContaining({ model_name: 'annual_personal_income' })],
  });
});

test('a bundle can be queried and not furnished', async () => {
  const products = await list();
  expect(products.find(({ slug }) => slug === 'kyc_certificate_bundle')).toMatchObject({
    query_path: '/api/use_cases/templates/kyc_certificate_bundle',
    furnish_path: null,
    furnished_models: [],
  });
});

test('a template lists the fields that can be furnished, returned or not', async () => {
  const products = await list();
  const liabilities = products.find(({ slug }) => slug === 'total_consumer_liabilities');
  expect(namesOf(liabilities?.['furnished_models'])).toContain('raw_credit_report_json');
  expect(namesOf(liabilities?.['models'])).not.toContain('raw_credit_report_json');
  expect(namesOf(liabilities?.['models'])).toContain('current_total_liabilities');
  expect(namesOf(liabilities?.['furnished_models'])).not.toContain('current_total_liabilities');
});

function namesOf(models: unknown): string[] {
  const listed = models as { fields: { field_name: string }[] }[];
  return listed.flatMap(({ fields }) => fields.map(({ field_name }) => field_name));
}
