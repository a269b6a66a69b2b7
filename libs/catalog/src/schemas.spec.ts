import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from './datasets.js';
import { required } from './fields/field.js';
import type { JsonSchema } from './fields/field-type-rule.js';
import { shapeFault } from './fields/shape-fault.js';
import { kybCertificate } from './products/index.js';
import {
  answerSchemaOf,
  furnishInputSchemaOf,
  queryInputSchemaOf,
  recordSchemaOf,
  sectionSchemaOf,
} from './schemas.js';
import { recordShape } from './shapes.js';
import { totalConsumerLiabilities } from './templates/total-consumer-liabilities.js';
import { businessIdentityVerification } from './templates/business-identity-verification.js';
import { kycCertificateBundle } from './templates/kyc-certificate-bundle.js';

const DECIMAL = { type: 'string', pattern: '^-?\\d+(\\.\\d{1,6})?$', examples: ['0'] };
const orNull = (schema: unknown): unknown =>
  expect.objectContaining({ anyOf: [schema, { type: 'null' }] });

/** A description beside the schema of an object that is used in several places. */
const described = (schema: unknown): unknown =>
  expect.objectContaining({ description: expect.any(String), allOf: [schema] });

describe('the schema of a request', () => {
  test('requires the required fields of the contract, and allows no other field', () => {
    expect(queryInputSchemaOf(totalConsumerLiabilities)).toMatchObject({
      title: 'TotalConsumerLiabilitiesQuery',
      type: 'object',
      required: expect.arrayContaining(['social_security_number', 'personal_email']),
      properties: {
        personal_address_zip: { type: 'integer', minimum: 1 },
        personal_address_line_2: orNull(expect.objectContaining({ type: 'string' })),
      },
      additionalProperties: false,
    });
  });

  test('allows an amount as an optional number, but not null', () => {
    const schema = furnishInputSchemaOf(totalConsumerLiabilities);
    const name = 'aggregated_credit_accounts_outstanding_medical_debt';
    expect(schema).toMatchObject({ properties: { [name]: { type: 'number' } } });
    expect(schema?.['required']).not.toContain(name);
  });

  test('does not exist for a data set that cannot be furnished', () => {
    expect(furnishInputSchemaOf(kycCertificateBundle)).toBeUndefined();
  });
});

describe('the schema of an answer', () => {
  test.each(TEMPLATES)('of $slug has every output', (template) => {
    const names = template.outputs.map(({ name }) => name);
    const { required: always, properties } = answerSchemaOf(template);
    expect(always).toEqual(names);
    expect(Object.keys(properties as object)).toEqual(names);
  });

  test('returns an amount as the decimal string that it is stored as', () => {
    expect(answerSchemaOf(totalConsumerLiabilities)).toMatchObject({
      properties: { aggregated_credit_accounts_outstanding_medical_debt: DECIMAL },
    });
  });

  test('allows null only for optional fields', () => {
    expect(answerSchemaOf(businessIdentityVerification)).toMatchObject({
      properties: {
        business_registered_address_zip: orNull(expect.objectContaining({ type: 'integer' })),
        business_registered_address_city: { type: 'string' },
      },
    });
  });
});

describe('the schema of the KYB certificate', () => {
  const [model] = kybCertificate.models;
  if (!model) throw new Error('the certificate has no section');
  const address = (title: string) => orNull(expect.objectContaining({ title, type: 'object' }));

  test('allows a record with its subject and each section nested in it', () => {
    const schema = recordSchemaOf(kybCertificate);
    expect(schema).toMatchObject({
      title: 'KybCertificateRecord',
      properties: {
        business_id: orNull(expect.objectContaining({ format: 'uuid' })),
        business_identity: orNull(
          expect.objectContaining({ required: expect.arrayContaining(['business_legal_name']) }),
        ),
        [model.name]: orNull(
          expect.objectContaining({
            required: ['assertions'],
            properties: {
              assertions: described(expect.objectContaining({ required: [model.performedAt] })),
              data: orNull(
                expect.objectContaining({
                  properties: expect.objectContaining({
                    business_registered_address: address('FurnishedAddress'),
                  }),
                }),
              ),
            },
          }),
        ),
      },
    });
  });

  test('has an example that the record itself accepts', () => {
    const [example] = recordSchemaOf(kybCertificate)['examples'] as [JsonSchema];
    expect(shapeFault(recordShape(kybCertificate), example)).toBeUndefined();
    expect(Object.keys(example)).not.toContain('business_id');
  });

  test('has a section with every field, each of them nullable', () => {
    const schema = sectionSchemaOf(model, required('uuid', 'furnishing_entity_id'));
    expect(schema).toMatchObject({
      title: 'BusinessIdentityVerification',
      required: ['assertions', 'data', 'furnishing_entity_id'],
      properties: {
        assertions: described(
          expect.objectContaining({
            required: model.assertions.map(({ name }) => name),
            properties: expect.objectContaining({
              [model.performedAt]: orNull(expect.anything()),
            }),
          }),
        ),
        data: described(
          expect.objectContaining({
            properties: expect.objectContaining({
              business_registered_address: address('Address'),
            }),
          }),
        ),
        furnishing_entity_id: { type: 'string', format: 'uuid' },
      },
    });
  });
});

test('titles of objects in the documents are unique', () => {
  const schemas = [
    recordSchemaOf(kybCertificate),
    ...kybCertificate.models.map((model) => sectionSchemaOf(model)),
    ...TEMPLATES.flatMap((template) => [
      queryInputSchemaOf(template),
      furnishInputSchemaOf(template) ?? {},
      answerSchemaOf(template),
    ]),
  ];
  const byTitle = new Map<string, string>();
  for (const schema of schemas.flatMap(objectsIn)) {
    const text = JSON.stringify(schema);
    const title = String(schema['title']);
    expect(byTitle.get(title) ?? text).toBe(text);
    byTitle.set(title, text);
  }
});

/** Every schema with a title in it, itself included. */
function objectsIn(schema: unknown): JsonSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const nested = Object.values(schema).flatMap(objectsIn);
  return 'title' in schema ? [{ ...schema }, ...nested] : nested;
}
