import { createHash } from 'node:crypto';
import { isObject, objectIn } from './json-object.js';

export const FILE_FORMAT = 'ndx-reliance-file/1';

export const READER_KINDS = ['querier', 'governor', 'furnisher'] as const;

/** For whom a file was made: it has what this reader may see. */
export interface FileReader {
  readonly kind: (typeof READER_KINDS)[number];
  readonly entity_id: string;
}

/** The values to which every file of an event commits. */
export const COMMITTED = ['answer', 'decision', 'event'] as const;

export interface Commitment {
  readonly of: (typeof COMMITTED)[number];
  readonly sha256: string;
  /** Present if the reader has the value. */
  readonly salt?: string;
}

export interface ListedMember {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** The list of everything in a file; its signature covers them. */
export interface Manifest {
  readonly format: string;
  readonly query_event_id: string;
  readonly reader: FileReader;
  readonly members: readonly ListedMember[];
  readonly commitments: readonly Commitment[];
  /** Of `assembly.mjs`, in a file that has it. */
  readonly assembly_version?: string;
}

/** SHA-256 in lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The commitment to a text: without the salt nobody can guess it. */
export function textCommitment(salt: string, text: string | Uint8Array): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(text).digest('hex');
}

const HASH = /^[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{32}$/;

/** The manifest in these bytes; undefined for anything else. */
export function parseManifest(bytes: Uint8Array): Manifest | undefined {
  const manifest = objectIn(bytes);
  return isManifest(manifest) ? manifest : undefined;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || !isObject(value['reader'])) return false;
  const { format, query_event_id: id, reader, members, commitments } = value;
  const { assembly_version: version = '' } = value;
  return (
    format === FILE_FORMAT &&
    typeof id === 'string' &&
    typeof version === 'string' &&
    READER_KINDS.some((kind) => kind === reader.kind) &&
    typeof reader['entity_id'] === 'string' &&
    Array.isArray(members) &&
    members.every(isListed) &&
    Array.isArray(commitments) &&
    COMMITTED.every((of, place) => isCommitment(commitments[place], of)) &&
    commitments.length === COMMITTED.length
  );
}

function isListed(value: unknown): value is ListedMember {
  return (
    isObject(value) &&
    typeof value['path'] === 'string' &&
    typeof value['size'] === 'number' &&
    isHash(value['sha256'])
  );
}

function isCommitment(value: unknown, of: string): value is Commitment {
  return (
    isObject(value) &&
    value['of'] === of &&
    isHash(value['sha256']) &&
    (value['salt'] === undefined || isSalt(value['salt']))
  );
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

export function isSalt(value: unknown): value is string {
  return typeof value === 'string' && SALT.test(value);
}
