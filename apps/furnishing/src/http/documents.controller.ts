import * as api from '@ndx/api';
import { documentReference, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Document } from '../domain/document.js';
import { DocumentRepository } from '../storage/document-repository.js';
import { UploadDocument } from '../use-cases/upload-document.js';
import { toContent } from './document-content.js';

@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly uploadDocument: UploadDocument,
  ) {}

  @Handles(api.createDocument)
  async create(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.createDocument>,
  ) {
    const { network_id, media_type, bytes, sha256, file_name: fileName = null } = body;
    const announced = { networkId: network_id, mediaType: media_type, bytes, sha256, fileName };
    return shown(await this.uploadDocument.begin(principal, announced));
  }

  @Handles(api.listDocuments)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listDocuments>) {
    const place = placeOf(query);
    const found = await this.documents.list(principal, place, query.limit);
    return idPage(found, { ...place, idOf: ({ id }) => id, show: shown });
  }

  @Handles(api.writeDocumentPart)
  async write(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.writeDocumentPart>,
  ) {
    const part = { offset: body.offset, content: Buffer.from(body.content, 'base64') };
    return shown(await this.uploadDocument.write(principal, path.document_id, part));
  }

  @Handles(api.readDocument)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readDocument>) {
    return shown(await this.documents.read(principal, path.document_id));
  }
}

function shown(document: Document) {
  const { id, networkId, state, rejection, receivedBytes, referenced, createdAt } = document;
  return {
    ...toContent(document),
    ...{ network_id: networkId, state, rejection, received_bytes: receivedBytes, referenced },
    reference: documentReference(id),
    created_at: createdAt.toISOString(),
  };
}
