import type { Document } from '../domain/document.js';

/** The members of a document that its readers see. */
export function toContent({ id, fileName, bytes, sha256, mediaType, scanned }: Document) {
  return {
    ...{ document_id: id, file_name: fileName, bytes, sha256, media_type: mediaType, scanned },
  };
}
