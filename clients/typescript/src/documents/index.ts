import type { NdxClient } from '../client.js';
import type { UploadedDocument } from '../generated/types.gen.js';
import { fromBase64, sha256Of, toBase64 } from './encoding.js';

/** Bytes of one request: the network accepts 512 KiB. */
const PART_BYTES = 524_288;

export interface DocumentToUpload {
  readonly networkId: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** Continues an upload that was interrupted. */
  readonly documentId?: string;
  /** Receives the document after each part, for its id and progress. */
  readonly onProgress?: (document: UploadedDocument) => void;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a document in parts. A record references it by its `reference`, as the value of a document
 * field, if its `state` is `ready`; `rejection` says why it is `rejected`.
 * @throws NdxError, NdxConnectionError; an upload continues with the `documentId`; Error when that
 *   document has another content
 */
export async function uploadDocument(
  ndx: NdxClient,
  { networkId, content, mediaType, documentId, onProgress, signal }: DocumentToUpload,
): Promise<UploadedDocument> {
  const options = signal ? { signal } : {};
  const begun =
    documentId === undefined
      ? await ndx.createDocument({
          body: {
            network_id: networkId,
            bytes: content.length,
            sha256: await sha256Of(content),
            media_type: mediaType,
          },
          ...options,
        })
      : await ndx.readDocument({ path: { document_id: documentId }, ...options });
  let document = begun.data;
  if (documentId !== undefined && document.sha256 !== (await sha256Of(content))) {
    throw new Error(`the content is not that of document ${documentId}`);
  }
  onProgress?.(document);
  while (document.state === 'receiving') {
    const { document_id, received_bytes: offset } = document;
    const part = toBase64(content.subarray(offset, offset + PART_BYTES));
    const written = await ndx.writeDocumentPart({
      path: { document_id },
      body: { offset, content: part },
      ...options,
    });
    document = written.data;
    onProgress?.(document);
  }
  return document;
}

export interface CertificateDocument {
  readonly certificateId: string;
  /** As in the reference `ndx-document:<id>` of the field. */
  readonly documentId: string;
  readonly signal?: AbortSignal;
}

/**
 * Downloads a document of a certificate of the institution.
 * @throws NdxError, NdxConnectionError; Error when the content does not have the stated digest
 */
export async function downloadDocument(
  ndx: NdxClient,
  { certificateId, documentId, signal }: CertificateDocument,
): Promise<{
  readonly content: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly scanned: boolean;
}> {
  const path = { certificate_id: certificateId, document_id: documentId };
  const read = async (offset: number) =>
    (await ndx.readCertificateDocument({ path, query: { offset }, ...(signal && { signal }) }))
      .data;
  let part = await read(0);
  const content = new Uint8Array(part.bytes);
  content.set(fromBase64(part.content));
  while (part.next_offset !== null) {
    part = await read(part.next_offset);
    content.set(fromBase64(part.content), part.offset);
  }
  if ((await sha256Of(content)) !== part.sha256) {
    throw new Error(`document ${documentId} does not have its digest`);
  }
  return { content, mediaType: part.media_type, scanned: part.scanned };
}
