import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { documentReference } from '@ndx/contracts';
import { releasedDocuments } from './released-documents.js';

const FURNISHER = randomUUID();
const DOCUMENT = randomUUID();

const releasedBy = (data: Readonly<Record<string, unknown>> | null) =>
  releasedDocuments({
    event: { product_slug: 'kyb_certificate' },
    decision: undefined,
    certificate: JSON.stringify({
      result: {
        business_identity_verification: { furnishing_entity_id: FURNISHER, data },
        business_ownership_control_verification: null,
      },
    }),
  });

test('a document is released by the section whose document field references it', () => {
  const field = 'business_formation_document_artifact';
  expect(releasedBy({ [field]: documentReference(DOCUMENT) })).toEqual([
    {
      ...{ documentId: DOCUMENT, furnisherId: FURNISHER },
      ...{ model: 'business_identity_verification', field },
    },
  ]);
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
  expect(releasedBy(data)).toEqual([]);
});

test('a document is released by the decision on a template, with the furnisher of its value', () => {
  const documents = [['identity_document_upload', 1, DOCUMENT]] as const;
  const decision = {
    ids: [randomUUID(), FURNISHER],
    models: {},
    template: { slug: 'kyc_certificate_bundle', documents },
  };
  const event = { product_slug: 'kyc_certificate_bundle' };
  expect(releasedDocuments({ event, decision, certificate: undefined })).toEqual([
    {
      ...{ documentId: DOCUMENT, furnisherId: FURNISHER },
      ...{ model: 'document_verification', field: 'identity_document_upload' },
    },
  ]);
});
