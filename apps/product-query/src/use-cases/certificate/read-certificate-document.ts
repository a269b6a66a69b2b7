import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DocumentDirectory, type DocumentPart } from '../../clients/document-directory.js';
import { furnisherOfDocument } from '../../domain/certificate/released-document.js';
import { CertificateRepository } from '../../storage/certificate-repository.js';

/** Releases a document with the certificate that references it (decision 0123). */
@Injectable()
export class ReadCertificateDocument {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly documents: DocumentDirectory,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND when the institution has no certificate with this id, the certificate
   *   does not reference the document, or its record has ended; OPERATION_FAILED
   */
  async read(
    principal: Principal,
    certificateId: string,
    documentId: string,
    offset: number,
  ): Promise<DocumentPart> {
    const certificate = await this.certificates.bodyOf(principal, certificateId);
    const furnisherId = furnisherOfDocument(certificate, documentId);
    if (furnisherId === undefined) throw notFound('not_found', 'document not found');
    return this.documents.readPart(documentId, furnisherId, offset);
  }
}
