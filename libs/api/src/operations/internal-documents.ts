import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Min } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DOCUMENT_CONTENT } from './document-content.js';

/** The answer of a template has up to 1,000 references in each of two fields. */
export const DOCUMENTS_PER_READ = 2_000;

class ReadDocumentPartDto {
  @Uuid()
  readonly document_id!: string;

  /** The furnisher of the section with the reference: another one's document is not found. */
  @Uuid()
  readonly furnishing_entity_id!: string;

  @Min(0)
  @IsInt()
  readonly offset!: number;
}

class DescribeDocumentsDto {
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(DOCUMENTS_PER_READ)
  @IsArray()
  readonly document_ids!: readonly string[];
}

const FURNISHING = { service: 'furnishing' } as const;

/** A part of a document that a record references, for product-query, which decides who may read it. */
export const readDocumentPart = declareInternalOperation({
  ...FURNISHING,
  id: 'readDocumentPart',
  path: '/internal/documents/read-part',
  request: { body: ReadDocumentPartDto },
  answer: wire.record('DocumentPart', { ...DOCUMENT_CONTENT, content: wire.text }),
});

/** Documents that records reference, without their content, for product-query; another id has no entry. */
export const describeDocuments = declareInternalOperation({
  ...FURNISHING,
  id: 'describeDocuments',
  path: '/internal/documents/describe',
  request: { body: DescribeDocumentsDto },
  answer: wire.record('DocumentDescriptions', {
    documents: wire.listOf(
      wire.record('DocumentDescription', { ...DOCUMENT_CONTENT, furnishing_entity_id: wire.uuid }),
    ),
  }),
});
