import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { AnswerDocuments } from '../use-cases/answer-documents/answer-documents.js';

@Controller()
export class AnswerDocumentsController {
  constructor(private readonly documents: AnswerDocuments) {}

  @Handles(api.listAnswerDocuments)
  async list(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.listAnswerDocuments>,
  ) {
    return { documents: await this.documents.list(principal, path.query_event_id) };
  }

  @Handles(api.readAnswerDocument)
  async read(
    @Caller() principal: Principal,
    @Asked() { path, query: { offset } }: Asked<typeof api.readAnswerDocument>,
  ) {
    const { query_event_id, document_id } = path;
    const part = await this.documents.read(principal, query_event_id, document_id, offset);
    const next = offset + Buffer.byteLength(part.content, 'base64');
    return { ...part, offset, next_offset: next < part.bytes ? next : null };
  }
}
