/** `ready`: complete, with the stated digest, and not rejected by the scanner of the operator. */
export const DOCUMENT_STATES = ['receiving', 'ready', 'rejected'] as const;

export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Why a document was rejected: its bytes have another digest, or the scanner refuses them. */
export const DOCUMENT_REJECTIONS = ['other_digest', 'scanner'] as const;

export type DocumentRejection = (typeof DOCUMENT_REJECTIONS)[number];

/** A document that no record references is deleted this long after its upload began. */
export const UNREFERENCED_DOCUMENT_DAYS = 7;

const REFERENCE = 'ndx-document:';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The value of a document field whose content was uploaded. */
export function documentReference(id: string): string {
  return `${REFERENCE}${id}`;
}

/** Whether the value of a document field references an upload, also a malformed one. */
export function isDocumentReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(REFERENCE);
}

/** The referenced document; undefined for a malformed reference, and for any other value. */
export function referencedDocument(value: unknown): string | undefined {
  const id = isDocumentReference(value) ? value.slice(REFERENCE.length) : '';
  return ID.test(id) ? id : undefined;
}
