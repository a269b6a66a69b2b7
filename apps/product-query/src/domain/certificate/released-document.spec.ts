import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { documentReference } from '@ndx/contracts';
import { furnisherOfDocument } from './released-document.js';

const FURNISHER = randomUUID();
const DOCUMENT = randomUUID();

const certificate = (data: Readonly<Record<string, unknown>> | null) =>
  JSON.stringify({
    result: {
      business_identity_verification: { furnishing_entity_id: FURNISHER, data },
      business_ownership_control_verification: null,
    },
  });

test('a document is released by the section whose document field references it', () => {
  const released = certificate({
    business_formation_document_artifact: documentReference(DOCUMENT),
  });
  expect(furnisherOfDocument(released, DOCUMENT)).toBe(FURNISHER);
  expect(furnisherOfDocument(released, randomUUID())).toBeUndefined();
});

test.each([
  ['another field with its reference', { business_dba_name: documentReference(DOCUMENT) }],
  [
    'a field that only mentions it',
    {
      business_formation_document_artifact: `see ${documentReference(DOCUMENT)}`,
    },
  ],
  ['a hidden field', { business_formation_document_artifact: null }],
  ['a section without data', null],
])('a document is not released by %s', (_what, data) => {
  expect(furnisherOfDocument(certificate(data), DOCUMENT)).toBeUndefined();
});
