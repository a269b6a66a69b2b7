import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { policyFileSchemas, type OpenApiDocument } from './policy-schema.js';

const DOCUMENT = new URL('../../../../apps/gateway/openapi.json', import.meta.url);

test.each([
  ['querying', 'FieldSelection'],
  ['furnishing', 'PolicyMetadata'],
] as const)(
  'the schema of a %s policy file has each definition that it refers to',
  async (kind, known) => {
    const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApiDocument;
    const schema = policyFileSchemas(document)[kind];
    const { $defs } = schema as { readonly $defs: Readonly<Record<string, object>> };
    const text = JSON.stringify(schema);
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(Object.keys($defs)).toContain(known);
    expect(references.length).toBeGreaterThan(1);
    for (const reference of references) {
      expect(Object.keys($defs)).toContain(reference?.replace('#/$defs/', ''));
    }
  },
);
