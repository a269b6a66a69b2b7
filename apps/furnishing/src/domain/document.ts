import { createHash } from 'node:crypto';
import { sectionOf, type Field } from '@ndx/catalog';
import {
  invalid,
  isDocumentReference,
  referencedDocument,
  type DocumentRejection,
  type DocumentState,
} from '@ndx/contracts';
import type { Candidate } from './candidate.js';

/** An uploaded document, without its content. */
export interface Document {
  readonly id: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly bytes: number;
  /** In lower-case hexadecimal, as the furnisher stated it. */
  readonly sha256: string;
  readonly mediaType: string;
  /** The name of the file, as the furnisher states it. */
  readonly fileName: string | null;
  readonly state: DocumentState;
  readonly rejection: DocumentRejection | null;
  /** Whether the scanner of the operator accepted the content. */
  readonly scanned: boolean;
  readonly receivedBytes: number;
  readonly createdAt: Date;
  /** Whether a record has referenced it. */
  readonly referenced: boolean;
}

/** A document as its furnisher announces it. */
export type Announced = Pick<Document, 'networkId' | 'bytes' | 'sha256' | 'mediaType' | 'fileName'>;

/** A part of a document as it is sent. */
export interface DocumentPart {
  readonly offset: number;
  readonly content: Buffer;
}

/**
 * Whether the part continues the document; false for one that was written before.
 * @throws VALIDATION_ERROR when it leaves a gap, or exceeds the document
 */
export function isNextPart(document: Document, { offset, content }: DocumentPart): boolean {
  const { receivedBytes, bytes } = document;
  const end = offset + content.length;
  if (end <= receivedBytes) return false;
  if (offset !== receivedBytes) {
    throw invalid('invalid_value', 'body -> offset: must be `received_bytes` of the document');
  }
  if (end > bytes) {
    throw invalid('invalid_value', 'body -> content: must end with the last byte of the document');
  }
  return true;
}

export function hasDigest({ sha256 }: Document, content: Buffer): boolean {
  return createHash('sha256').update(content).digest('hex') === sha256;
}

/** A reference to an uploaded document in a record. */
export interface Reference {
  /** The path of the field in the request. */
  readonly path: readonly string[];
  /** Undefined for a malformed reference. */
  readonly documentId: string | undefined;
}

/** The references in the document fields of a record. */
export function referencesIn({ dataset, models, path }: Candidate): readonly Reference[] {
  if (dataset.kind === 'product') {
    return dataset.models.flatMap(({ name, data }) =>
      referencesOf(data, sectionOf(models[name]).data ?? {}, [...path, name, 'data']),
    );
  }
  return referencesOf(dataset.furnish?.data ?? [], models[dataset.slug] ?? {}, path);
}

/** A field has one reference, or a list of texts with several. */
function referencesOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  path: readonly string[],
): readonly Reference[] {
  return fields
    .filter(({ large }) => large)
    .flatMap(({ name }) => {
      const value = values[name];
      const stated: readonly unknown[] = Array.isArray(value) ? value : [value];
      return stated
        .filter(isDocumentReference)
        .map((one) => ({ path: [...path, name], documentId: referencedDocument(one) }));
    });
}
