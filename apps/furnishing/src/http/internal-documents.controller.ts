import * as api from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Asked, Handles } from '@ndx/service';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentRepository } from '../storage/document-repository.js';
import { toContent } from './document-content.js';

/** Documents for product-query alone: it decides who may read them. */
@Controller()
export class InternalDocumentsController {
  constructor(private readonly documents: DocumentRepository) {}

  @Handles(api.readDocumentPart)
  async readPart(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.readDocumentPart>,
  ) {
    requireProductQuery(caller);
    const { document_id, furnishing_entity_id, offset } = body;
    const part = await this.documents.readPart(document_id, furnishing_entity_id, offset);
    const { document, content } = part;
    return { ...toContent(document), content: content.toString('base64') };
  }

  @Handles(api.describeDocuments)
  async describe(
    @Req() { caller }: FastifyRequest,
    @Asked() { body }: Asked<typeof api.describeDocuments>,
  ) {
    requireProductQuery(caller);
    const documents = await this.documents.referenced(body.document_ids);
    return {
      documents: documents.map((document) => ({
        ...toContent(document),
        furnishing_entity_id: document.furnishingEntityId,
      })),
    };
  }
}

function requireProductQuery(caller: FastifyRequest['caller']): void {
  if (caller?.kind !== 'service' || caller.service !== 'product-query') {
    throw denied('internal_only', 'only product-query reads documents');
  }
}
