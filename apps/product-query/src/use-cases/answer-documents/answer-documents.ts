import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DocumentDirectory, type DocumentPart } from '../../clients/document-directory.js';
import { releasedDocuments, type ReleasedDocument } from '../../domain/released-documents.js';
import { DecisionRepository } from '../../storage/decision-repository.js';

/** Releases documents with the answer that references them (decision 0123). */
@Injectable()
export class AnswerDocuments {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly documents: DocumentDirectory,
  ) {}

  /**
   * The documents of an answer, each with the value that references it; without those whose record
   * has ended.
   * @throws RESOURCE_NOT_FOUND when the institution has made no such query; OPERATION_FAILED
   */
  async list(principal: Principal, queryEventId: string) {
    const released = await this.releasedTo(principal, queryEventId);
    const known = await this.documents.describe(released.map(({ documentId }) => documentId));
    return released.flatMap(({ documentId, furnisherId, model, field }) => {
      const document = known.get(documentId);
      if (document?.furnishing_entity_id !== furnisherId) return [];
      return [{ ...document, model_name: model, field_name: field }];
    });
  }

  /**
   * @throws RESOURCE_NOT_FOUND when the institution has made no such query, its answer does not
   *   reference the document, or the record has ended; OPERATION_FAILED
   */
  async read(
    principal: Principal,
    queryEventId: string,
    documentId: string,
    offset: number,
  ): Promise<DocumentPart> {
    const released = await this.releasedTo(principal, queryEventId);
    const found = released.find((one) => one.documentId === documentId);
    if (!found) throw notFound('not_found', 'document not found');
    return this.documents.readPart(documentId, found.furnisherId, offset);
  }

  /** A governor may read the query, and not its answer. */
  private async releasedTo(
    principal: Principal,
    queryEventId: string,
  ): Promise<readonly ReleasedDocument[]> {
    const { query } = await this.decisions.find(principal, queryEventId);
    if (query.event.querying_entity_id !== principal.entity_id) {
      throw notFound('not_found', 'query event not found');
    }
    return releasedDocuments(query);
  }
}
