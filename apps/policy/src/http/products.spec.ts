import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PRODUCTS } from '@ndx/catalog';
import { member } from '@ndx/service-kit/testing';
import { startPolicyService, type PolicyService } from '../testing/policy-service.js';

let service: PolicyService;
beforeAll(async () => {
  service = await startPolicyService();
});
afterAll(() => service.stop());

test('the catalogue names every product with the models and fields that a policy can select', async () => {
  const { body: products } = await service.call(member(randomUUID()), 'GET', '/v1/products');
  expect(products).toHaveLength(PRODUCTS.length);
  expect(products).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        slug: 'kyb_certificate',
        subject: 'business',
        models: expect.arrayContaining([
          {
            model_name: 'business_identity_verification',
            fields: expect.arrayContaining([
              { field_name: 'business_entity_type', field_type: 'string' },
            ]),
          },
        ]),
      }),
    ]),
  );
});
