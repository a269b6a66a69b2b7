import { BOUNDS, EXAMPLE_IDS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import { Omittable, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DOCUMENT_CONTENT } from './document-content.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';
import { QueryEventPath } from './query-event-path.js';

class AnswerDocumentPath extends QueryEventPath {
  @Uuid()
  readonly document_id!: string;
}

class PartQuery {
  @Omittable()
  @QueryInteger({ min: 0, max: BOUNDS.document.bytes })
  readonly offset: number = 0;
}

const COLLECTION = '/v1/query-events/{query_event_id}/documents';
const QUERIER = {
  method: 'GET',
  service: 'product-query',
  permission: 'product:query',
  refusals: ['not_found'],
} as const;

export const listAnswerDocuments = declareOperation({
  ...QUERIER,
  id: 'listAnswerDocuments',
  path: COLLECTION,
  summary: 'List the documents that the answer to a query references',
  description:
    'For the querying institution. The answer has the reference of each document as the value of a field, so consent, grants and policy have released it as any other field. A document is deleted when its record ends, and is absent then, although the answer keeps the reference.',
  request: { path: QueryEventPath },
  answer: wire.record('AnswerDocuments', {
    documents: wire.listOf(
      wire.record('AnswerDocument', {
        ...DOCUMENT_CONTENT,
        furnishing_entity_id: wire.uuid,
        model_name: wire.text,
        field_name: wire.text,
      }),
    ),
  }),
  words: {
    documents: 'The documents, in the order of the fields.',
    'AnswerDocument.furnishing_entity_id': [
      'The furnisher of the value, which uploaded the document.',
      EXAMPLE_IDS.furnisher,
    ],
    'AnswerDocument.model_name': [
      'The section of a certificate, or the slug of the template with the value.',
      EXAMPLE_MODEL,
    ],
    'AnswerDocument.field_name': [
      'The field of the answer with the reference.',
      'business_formation_document_artifact',
    ],
  },
});

export const readAnswerDocument = declareOperation({
  ...QUERIER,
  id: 'readAnswerDocument',
  path: `${COLLECTION}/{document_id}`,
  summary: 'Read a part of a document that the answer to a query references',
  description:
    'For the querying institution, with the id of the query: `query_event_id` of a certificate, `network_query_id` of the answer of a template, or the header `X-Ref-Id`. A document of a record that has ended is a 404.',
  request: { path: AnswerDocumentPath, query: PartQuery },
  answer: wire.record('AnswerDocumentPart', {
    ...DOCUMENT_CONTENT,
    offset: wire.integer,
    content: wire.text,
    next_offset: wire.nullable(wire.integer),
  }),
  refusals: ['not_found', 'invalid_value'],
  words: {
    'PartQuery.offset': ['The place of the first byte to read.', 0],
    'AnswerDocumentPart.offset': ['The place of the first byte of the part.', 0],
    'AnswerDocumentPart.content': [
      'The bytes of the part in Base64.',
      'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg==',
    ],
    'AnswerDocumentPart.next_offset': ['The place of the next part; null for the last.', null],
  },
});
