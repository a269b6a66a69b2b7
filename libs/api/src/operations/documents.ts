import {
  BOUNDS,
  DOCUMENT_REJECTIONS,
  DOCUMENT_STATES,
  EXAMPLE_IDS,
  UNREFERENCED_DOCUMENT_DAYS,
} from '@ndx/contracts';
import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Omittable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DOCUMENT_CONTENT, DOCUMENT_WORDS } from './document-content.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';

const { bytes: MOST_BYTES, partBytes: PART_BYTES, unreferenced: UNREFERENCED } = BOUNDS.document;
/** Maximum length of a part in Base64. */
const PART_CHARACTERS = Math.ceil(PART_BYTES / 3) * 4;
const FILE_NAME = /^(?!\.{1,2}$)[^/\\\p{C}]+$/u;

class CreateDocumentDto {
  @Uuid()
  readonly network_id!: string;

  // Error texts mask numbers of seven digits as possible secrets.
  @Max(MOST_BYTES, { message: 'must be at most 20 MiB' })
  @Min(1)
  @IsInt()
  readonly bytes!: number;

  @Matches(/^[0-9a-f]{64}$/, { message: 'must be a SHA-256 digest in lower-case hexadecimal' })
  @IsString()
  readonly sha256!: string;

  @MaxLength(100)
  @Matches(/^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/, { message: 'must be a media type' })
  @IsString()
  readonly media_type!: string;

  // Readers save the content under this name.
  @Matches(FILE_NAME, { message: 'must be the name of a file, without a folder' })
  @MaxLength(200)
  @IsString()
  @Omittable()
  readonly file_name?: string;
}

class DocumentPath {
  @Uuid()
  readonly document_id!: string;
}

class WritePartDto {
  @Max(MOST_BYTES, { message: 'must be at most 20 MiB' })
  @Min(0)
  @IsInt()
  readonly offset!: number;

  @MaxLength(PART_CHARACTERS, { message: `must be at most ${PART_BYTES} bytes in Base64` })
  @Matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
    message: 'must be in Base64',
  })
  @Matches(/^./, { message: 'must not be empty' })
  @IsString()
  readonly content!: string;
}

const UploadedDocument = wire.record('UploadedDocument', {
  ...DOCUMENT_CONTENT,
  network_id: wire.uuid,
  state: wire.oneOf(DOCUMENT_STATES),
  rejection: wire.nullable(wire.oneOf(DOCUMENT_REJECTIONS)),
  received_bytes: wire.integer,
  reference: wire.text,
  /** Whether a record has referenced it. */
  referenced: wire.flag,
  created_at: wire.timestamp,
});

const COLLECTION = '/v1/documents';
const ITEM = `${COLLECTION}/{document_id}` as const;
const FURNISHER = { service: 'furnishing', permission: 'data:furnish' } as const;

export const createDocument = declareOperation({
  ...FURNISHER,
  id: 'createDocument',
  method: 'POST',
  path: COLLECTION,
  summary: 'Begin the upload of a document',
  description: `A document has at most 20 MiB. Write its content in parts, then furnish a record with its \`reference\` as the value of a document field of the KYB certificate, or of an upload field of a template. A document that no record references is deleted after ${UNREFERENCED_DOCUMENT_DAYS} days, and an institution has at most ${UNREFERENCED} of them. A repeated request returns the document while a part of it is missing: an interrupted upload continues at \`received_bytes\`.`,
  request: { body: CreateDocumentDto },
  answer: UploadedDocument,
  refusals: ['role_missing', 'limit_reached'],
  words: {
    ...DOCUMENT_WORDS,
    'CreateDocument.bytes': ['The size of the document.', 48_213],
    'CreateDocument.file_name': [
      'The name of the file, for readers of the document; optional.',
      'certificate-of-formation.pdf',
    ],
    'UploadedDocument.state':
      '`ready`: complete, with the stated digest, and not rejected by a scanner.',
    'UploadedDocument.rejection':
      'Why the content is rejected: its digest is another one, or the scanner refuses it.',
    received_bytes: ['The bytes written so far; an upload continues from here.', 48_213],
    reference: [
      'The value of a document field that means this document.',
      `ndx-document:${EXAMPLE_IDS.record}`,
    ],
    referenced: 'Whether a record has referenced the document; it does not expire then.',
  },
});

export const writeDocumentPart = declareOperation({
  ...FURNISHER,
  id: 'writeDocumentPart',
  method: 'PUT',
  path: `${ITEM}/content`,
  summary: 'Write the next part of a document',
  description:
    'Parts are written in order, each with up to 512 KiB. A part before `received_bytes` is confirmed and not written again, so an interrupted upload continues with the part at `received_bytes`. The last part makes the document `ready`, or `rejected`, which is final.',
  request: { path: DocumentPath, body: WritePartDto },
  answer: UploadedDocument,
  refusals: ['not_found', 'invalid_value'],
  words: {
    'WritePart.offset': ['The place of the first byte of the part.', 0],
    'WritePart.content': ['The bytes in Base64.', 'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg=='],
  },
});

export const readDocument = declareOperation({
  ...FURNISHER,
  id: 'readDocument',
  method: 'GET',
  path: ITEM,
  summary: 'Read the state of an uploaded document',
  description: 'The institution that uploaded the document can read it.',
  request: { path: DocumentPath },
  answer: UploadedDocument,
  refusals: ['not_found'],
});

export const listDocuments = declareOperation({
  ...FURNISHER,
  id: 'listDocuments',
  method: 'GET',
  path: COLLECTION,
  summary: 'List the documents that the institution uploaded',
  description: 'Deleted documents are absent.',
  request: { query: OrderedCursorQuery },
  answer: pageOf('UploadedDocumentPage', UploadedDocument),
  refusals: CURSOR_REFUSAL,
});
