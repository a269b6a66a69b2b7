import { describeDocuments, DOCUMENTS_PER_READ, readDocumentPart, type AnswerOf } from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';

/** A part of a document in the furnishing service. */
export type DocumentPart = AnswerOf<typeof readDocumentPart>;

/** A document without its content. */
export type DocumentDescription = AnswerOf<typeof describeDocuments>['documents'][number];

/** Reads documents in the furnishing service. */
@Injectable()
export class DocumentDirectory {
  private readonly headers: () => Record<string, string>;

  constructor(
    private readonly services: ServiceClients,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.headers = ownHeaders(settings);
  }

  /** Those of the documents that records reference, by id. @throws OPERATION_FAILED */
  async describe(
    documentIds: readonly string[],
  ): Promise<ReadonlyMap<string, DocumentDescription>> {
    const ids = [...new Set(documentIds)];
    const furnishing = this.services.to('furnishing');
    const known = new Map<string, DocumentDescription>();
    for (let start = 0; start < ids.length; start += DOCUMENTS_PER_READ) {
      const body = { document_ids: ids.slice(start, start + DOCUMENTS_PER_READ) };
      const { documents } = await furnishing.call(describeDocuments, { body }, this.headers());
      for (const each of documents) known.set(each.document_id, each);
    }
    return known;
  }

  /** @throws RESOURCE_NOT_FOUND when no record of the furnisher references it; OPERATION_FAILED */
  readPart(documentId: string, furnisherId: string, offset: number): Promise<DocumentPart> {
    const body = { document_id: documentId, furnishing_entity_id: furnisherId, offset };
    const furnishing = this.services.to('furnishing');
    return furnishing.call(readDocumentPart, { body }, this.headers());
  }
}
