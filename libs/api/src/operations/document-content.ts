import { EXAMPLE_IDS } from '@ndx/contracts';
import * as wire from '../shapes/wire.js';

const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The members of a document that its readers see. */
export const DOCUMENT_CONTENT = {
  document_id: wire.uuid,
  /** As its furnisher states it. */
  file_name: wire.nullable(wire.text),
  bytes: wire.integer,
  sha256: wire.text,
  media_type: wire.text,
  scanned: wire.flag,
};

/** The words of these members. */
export const DOCUMENT_WORDS = {
  document_id: ['The document.', EXAMPLE_IDS.record],
  file_name: [
    'The name of the file, as the furnisher states it; null if it states none.',
    'certificate-of-formation.pdf',
  ],
  bytes: ['The size of the document.', 48_213],
  sha256: ['SHA-256 of the document in hexadecimal.', EXAMPLE_SHA256],
  media_type: ['The media type, as the furnisher states it.', 'application/pdf'],
  scanned:
    "Whether the scanner of the network's operator accepted the content; false where the operator has none.",
} as const;
