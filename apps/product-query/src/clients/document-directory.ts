import { readDocumentPart, type AnswerOf } from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';

/** A part of a document in the furnishing service. */
export type DocumentPart = AnswerOf<typeof readDocumentPart>;

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

  /** @throws RESOURCE_NOT_FOUND when no record of the furnisher references it; OPERATION_FAILED */
  readPart(documentId: string, furnisherId: string, offset: number): Promise<DocumentPart> {
    const body = { document_id: documentId, furnishing_entity_id: furnisherId, offset };
    const furnishing = this.services.to('furnishing');
    return furnishing.call(readDocumentPart, { body }, this.headers());
  }
}
