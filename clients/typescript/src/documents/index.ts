/**
 * Documents of records, such as a certificate of formation, in parts: their upload by a furnisher, and
 * their download by a querier of an answer that references them.
 * @module @ndx/client/documents
 */
import type { NdxClient } from '../client.js';
import type { UploadedDocument } from '../generated/types.gen.js';
import { fromBase64, sha256Of, toBase64 } from './encoding.js';

/** Bytes of one request: the network accepts 512 KiB. */
const PART_BYTES = 524_288;

/** A file, and the network whose records may reference it. */
export interface DocumentToUpload {
  /** The id of a network in which the institution furnishes. */
  readonly networkId: string;
  /** The bytes of the file, at most 20 MiB. */
  readonly content: Uint8Array<ArrayBuffer>;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** The name of the file, which readers of the document see. */
  readonly fileName?: string;
  /** Receives the document after each part, for its id and progress. */
  readonly onProgress?: (document: UploadedDocument) => void;
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * Uploads a document in parts; after an interruption the same call continues. A record
 * references it by its `reference`, as the value of a document field, if its `state` is `ready`; `rejection` says why it is `rejected`.
 * @param ndx a client of the furnisher
 * @param document its content and what readers see of it
 * @throws NdxError, NdxConnectionError
 */
export async function uploadDocument(
  ndx: NdxClient,
  { networkId, content, mediaType, fileName, onProgress, signal }: DocumentToUpload,
): Promise<UploadedDocument> {
  const options = signal ? { signal } : {};
  const begun = await ndx.createDocument({
    body: {
      network_id: networkId,
      bytes: content.length,
      sha256: await sha256Of(content),
      media_type: mediaType,
      ...(fileName !== undefined && { file_name: fileName }),
    },
    ...options,
  });
  let document = begun.data;
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

/** A document that an answer references. */
export interface DocumentOfAnswer {
  /** `query_event_id` of a certificate, or `network_query_id` of the answer of a template. */
  readonly queryEventId: string;
  /** As in the reference `ndx-document:<id>` of the field. */
  readonly documentId: string;
  /** Receives the number of bytes after each part. */
  readonly onProgress?: (bytes: number) => void;
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** The content of a document, and its statements by the furnisher. */
export interface DownloadedDocument {
  /** The bytes of the file. */
  readonly content: Uint8Array<ArrayBuffer>;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** As the furnisher states it. */
  readonly fileName: string | null;
  /** In lower-case hexadecimal; the content has this digest. */
  readonly sha256: string;
  /** Whether the network scanned the content for malware. */
  readonly scanned: boolean;
}

/**
 * Downloads a document that an answer to a query of the institution references.
 * @param ndx a client of the querier
 * @param document the answer and the document
 * @throws NdxError, NdxConnectionError; Error when the content does not have the stated digest
 */
export async function downloadDocument(
  ndx: NdxClient,
  { queryEventId, documentId, onProgress, signal }: DocumentOfAnswer,
): Promise<DownloadedDocument> {
  const path = { query_event_id: queryEventId, document_id: documentId };
  const read = async (offset: number) =>
    (await ndx.readAnswerDocument({ path, query: { offset }, ...(signal && { signal }) })).data;
  let part = await read(0);
  const content = new Uint8Array(part.bytes);
  const add = () => {
    const bytes = fromBase64(part.content);
    content.set(bytes, part.offset);
    onProgress?.(part.offset + bytes.length);
  };
  add();
  while (part.next_offset !== null) {
    part = await read(part.next_offset);
    add();
  }
  const { sha256, media_type: mediaType, file_name: fileName, scanned } = part;
  if ((await sha256Of(content)) !== sha256) {
    throw new Error(`document ${documentId} does not have its digest`);
  }
  return { content, mediaType, fileName, sha256, scanned };
}
