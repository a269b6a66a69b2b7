import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { policyFileSchema, type OpenApiDocument } from './policy-schema.js';

const DOCUMENT = new URL('../../../../apps/gateway/openapi.json', import.meta.url);

test('the schema of a policy file has each definition that it refers to', async () => {
  const schema = policyFileSchema(JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApiDocument);
  const { $defs } = schema as { readonly $defs: Readonly<Record<string, object>> };
  const text = JSON.stringify(schema);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(Object.keys($defs)).toContain('FieldSelection');
  expect(references.length).toBeGreaterThan(3);
  for (const reference of references) {
    expect(Object.keys($defs)).toContain(reference?.replace('#/$defs/', ''));
  }
});
