import * as wire from '../shapes/wire.js';

/** The members of a document that its readers see. */
export const DOCUMENT_CONTENT = {
  document_id: wire.uuid,
  bytes: wire.integer,
  sha256: wire.text,
  media_type: wire.text,
  scanned: wire.flag,
};
