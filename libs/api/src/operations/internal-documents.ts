import { IsInt, Min } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DOCUMENT_CONTENT } from './document-content.js';

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

/** A part of a document that a record references, for product-query, which decides who may read it. */
export const readDocumentPart = declareInternalOperation({
  id: 'readDocumentPart',
  path: '/internal/documents/read-part',
  service: 'furnishing',
  request: { body: ReadDocumentPartDto },
  answer: wire.record('DocumentPart', { ...DOCUMENT_CONTENT, content: wire.text }),
});
