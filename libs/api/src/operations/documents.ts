import { kybCertificate } from '@ndx/catalog';
import {
  BOUNDS,
  DOCUMENT_REJECTIONS,
  DOCUMENT_STATES,
  EXAMPLE_IDS,
  UNREFERENCED_DOCUMENT_DAYS,
} from '@ndx/contracts';
import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Omittable, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DOCUMENT_CONTENT } from './document-content.js';

const { bytes: MOST_BYTES, partBytes: PART_BYTES, unreferenced: UNREFERENCED } = BOUNDS.document;
/** Maximum length of a part in Base64. */
const PART_CHARACTERS = Math.ceil(PART_BYTES / 3) * 4;
const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

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

class ReleasedDocumentPath extends DocumentPath {
  @Uuid()
  readonly certificate_id!: string;
}

class PartQuery {
  @Omittable()
  @QueryInteger({ min: 0, max: MOST_BYTES })
  readonly offset: number = 0;
}

const UploadedDocument = wire.record('UploadedDocument', {
  ...DOCUMENT_CONTENT,
  network_id: wire.uuid,
  state: wire.oneOf(DOCUMENT_STATES),
  rejection: wire.nullable(wire.oneOf(DOCUMENT_REJECTIONS)),
  received_bytes: wire.integer,
  reference: wire.text,
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
  description: `A document has at most 20 MiB. Write its content in parts, then furnish a record with its \`reference\` as the value of a document field of the KYB certificate. A document that no record references is deleted after ${UNREFERENCED_DOCUMENT_DAYS} days, and an institution has at most ${UNREFERENCED} of them.`,
  request: { body: CreateDocumentDto },
  answer: UploadedDocument,
  refusals: ['role_missing', 'limit_reached'],
  words: {
    'CreateDocument.bytes': ['The size of the document.', 48_213],
    'UploadedDocument.bytes': ['The size of the document.', 48_213],
    sha256: ['SHA-256 of the document in hexadecimal.', EXAMPLE_SHA256],
    media_type: ['The media type, as the furnisher states it.', 'application/pdf'],
    scanned:
      "Whether the scanner of the network's operator accepted the content; false where the operator has none.",
    'UploadedDocument.state':
      '`ready`: complete, with the stated digest, and not rejected by a scanner.',
    'UploadedDocument.rejection':
      'Why the content is rejected: its digest is another one, or the scanner refuses it.',
    received_bytes: ['The bytes written so far; an upload continues from here.', 48_213],
    reference: [
      'The value of a document field that means this document.',
      `ndx-document:${EXAMPLE_IDS.record}`,
    ],
    document_id: ['The document.', EXAMPLE_IDS.record],
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

export const readCertificateDocument = declareOperation({
  id: 'readCertificateDocument',
  method: 'GET',
  path: `${kybCertificate.certificatesPath}/{certificate_id}/documents/{document_id}`,
  service: 'product-query',
  permission: 'product:query',
  summary: 'Read a part of a document of a certificate',
  description:
    'The certificate has the reference of the document as the value of a field, so consent, grants and policy have released it as any other field. A document is deleted when its record ends, and is a 404 then, although the certificate keeps the reference.',
  request: { path: ReleasedDocumentPath, query: PartQuery },
  answer: wire.record('CertificateDocumentPart', {
    ...DOCUMENT_CONTENT,
    offset: wire.integer,
    content: wire.text,
    next_offset: wire.nullable(wire.integer),
  }),
  refusals: ['not_found', 'invalid_value'],
  words: {
    'CertificateDocumentPart.bytes': ['The size of the document.', 48_213],
    'PartQuery.offset': ['The place of the first byte to read.', 0],
    'CertificateDocumentPart.offset': ['The place of the first byte of the part.', 0],
    'CertificateDocumentPart.content': [
      'The bytes of the part in Base64.',
      'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg==',
    ],
    'CertificateDocumentPart.next_offset': ['The place of the next part; null for the last.', null],
  },
});
