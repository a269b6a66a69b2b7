import { BOUNDS, conflict, newId, requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DocumentScanner } from '../clients/document-scanner.js';
import {
  hasDigest,
  isNextPart,
  type Announced,
  type Document,
  type DocumentPart,
} from '../domain/document.js';
import { DocumentRepository } from '../storage/document-repository.js';

type Verdict = Pick<Document, 'state' | 'rejection' | 'scanned'>;

/** `/v1/documents` (decision 0123). */
@Injectable()
export class UploadDocument {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: DocumentRepository,
    private readonly scanner: DocumentScanner,
  ) {}

  /**
   * A document of the same institution with the same terms that is not complete is continued.
   * @throws PERMISSION_DENIED, RESOURCE_CONFLICT when too many documents are not referenced
   */
  begin(principal: Principal, announced: Announced): Promise<Document> {
    requireRole(principal, announced.networkId, 'furnisher');
    return this.transactions.run(async ({ manager }) => {
      const most = BOUNDS.document.unreferenced;
      const count = await this.documents.countUnreferenced(manager, principal.entity_id);
      const begun = await this.documents.incomplete(manager, principal, announced);
      if (begun) return begun;
      if (count >= most) {
        throw conflict('limit_reached', `at most ${most} documents are referenced by no record`);
      }
      const document: Document = {
        ...announced,
        ...{ id: newId(), furnishingEntityId: principal.entity_id, createdAt: new Date() },
        ...{ state: 'receiving', rejection: null, scanned: false, receivedBytes: 0 },
        referenced: false,
      };
      await this.documents.add(manager, document);
      return document;
    });
  }

  /**
   * Appends the part, unless it was written before.
   * @throws RESOURCE_NOT_FOUND, VALIDATION_ERROR; OPERATION_FAILED when the scanner does not answer
   */
  async write(principal: Principal, id: string, part: DocumentPart): Promise<Document> {
    const before = await this.documents.read(principal, id);
    if (!isNextPart(before, part)) return before;
    const receivedBytes = part.offset + part.content.length;
    const verdict = await this.verdictOn({ ...before, receivedBytes }, part);
    return this.transactions.run(async ({ manager }) => {
      const document = await this.documents.load(manager, principal, id);
      // Another request can have written it meanwhile.
      if (!isNextPart(document, part)) return document;
      const after = { ...document, ...verdict, receivedBytes };
      await this.documents.append(manager, after, part);
      return after;
    });
  }

  private async verdictOn(document: Document, { content: last }: DocumentPart): Promise<Verdict> {
    const { state, rejection, scanned, bytes, receivedBytes, mediaType } = document;
    if (receivedBytes < bytes) return { state, rejection, scanned };
    const content = Buffer.concat([await this.documents.contentOf(document), last]);
    if (!hasDigest(document, content)) {
      return { state: 'rejected', rejection: 'other_digest', scanned };
    }
    const accepted = await this.scanner.accepts(content, mediaType);
    return accepted === false
      ? { state: 'rejected', rejection: 'scanner', scanned: false }
      : { state: 'ready', rejection: null, scanned: accepted === true };
  }
}
