import * as api from '@ndx/api';
import { documentReference, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { Document } from '../domain/document.js';
import { DocumentRepository } from '../storage/document-repository.js';
import { UploadDocument } from '../use-cases/upload-document.js';

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
    const { network_id, media_type, bytes, sha256 } = body;
    const announced = { networkId: network_id, mediaType: media_type, bytes, sha256 };
    return shown(await this.uploadDocument.begin(principal, announced));
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

function shown({ id, networkId, mediaType, receivedBytes, createdAt, ...document }: Document) {
  const { bytes, sha256, state, rejection, scanned } = document;
  return {
    ...{ document_id: id, network_id: networkId, bytes, sha256, media_type: mediaType, scanned },
    ...{ state, rejection, received_bytes: receivedBytes, reference: documentReference(id) },
    created_at: createdAt.toISOString(),
  };
}
