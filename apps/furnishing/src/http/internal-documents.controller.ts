import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentRepository } from '../storage/document-repository.js';

/** Documents for product-query alone: it decides who may read them. */
@Controller()
export class InternalDocumentsController {
  constructor(private readonly documents: DocumentRepository) {}

  @Handles(api.readDocumentPart)
  async readPart(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readDocumentPart>,
  ) {
    if (caller?.kind !== 'service' || caller.service !== 'product-query') {
      throw denied('internal_only', 'only product-query reads documents');
    }
    const { document_id, furnishing_entity_id, offset } = body;
    const part = await this.documents.readPart(document_id, furnishing_entity_id, offset);
    const { document, content } = part;
    const { bytes, sha256, mediaType: media_type, scanned } = document;
    return {
      ...{ document_id, bytes, sha256, media_type, scanned },
      content: content.toString('base64'),
    };
  }
}
