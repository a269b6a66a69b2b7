import { InvalidRelianceFile } from './invalid-file.js';
import { isObject, objectIn, type JsonObject } from './json-object.js';
import { isHash, isSalt, textCommitment, type Manifest } from './manifest.js';

/** The contents of the members of a file, by path. */
export type Members = ReadonlyMap<string, Buffer>;

const REQUIRED = ['event.json', 'decision.json', 'policy.json'];

/** A value of a record in a file: hidden without `salt` and `json`. */
export interface FieldLeaf {
  readonly model: string;
  readonly field: string;
  readonly sha256: string;
  readonly salt?: string;
  readonly json?: string;
}

/**
 * Checks that the members have the content of their kind, are about the query of the manifest, and
 * have the values to which the file commits.
 * @throws InvalidRelianceFile
 */
export function checkContent(manifest: Manifest, members: Members): void {
  const missing = REQUIRED.find((path) => !members.has(path));
  if (missing !== undefined) throw new InvalidRelianceFile('member_missing', missing);
  for (const [path, content] of members) {
    if (path.endsWith('.json') && path !== 'answer.json') checkMember(path, content);
  }
  const event = objectIn(members.get('event.json') ?? Buffer.alloc(0));
  if (event?.['query_event_id'] !== manifest.query_event_id) {
    throw new InvalidRelianceFile('content_invalid', 'event.json');
  }
  const isAnswered = manifest.reader.kind === 'querier' && event['outcome'] === 'issued';
  if (isAnswered !== members.has('answer.json')) {
    throw new InvalidRelianceFile(isAnswered ? 'member_missing' : 'content_invalid', 'answer.json');
  }
  checkCommitments(manifest, members);
}

function checkMember(path: string, content: Buffer): void {
  const object = objectIn(content);
  if (!object) throw new InvalidRelianceFile('content_invalid', path);
  if (path.startsWith('records/')) checkRecord(path, object);
}

function checkRecord(path: string, { record_id: id, fields }: JsonObject): void {
  if (typeof id !== 'string' || path !== `records/${id}.json` || !Array.isArray(fields)) {
    throw new InvalidRelianceFile('content_invalid', path);
  }
  for (const field of fields as readonly unknown[]) {
    if (!isLeaf(field)) throw new InvalidRelianceFile('content_invalid', path);
    if (!isKept(field)) throw new InvalidRelianceFile('commitment_differs', path);
  }
}

function isLeaf(value: unknown): value is FieldLeaf {
  if (!isObject(value)) return false;
  const { model, field, sha256, salt, json } = value;
  return (
    typeof model === 'string' &&
    typeof field === 'string' &&
    isHash(sha256) &&
    (salt === undefined ? json === undefined : isSalt(salt) && typeof json === 'string')
  );
}

function isKept({ sha256, salt, json }: FieldLeaf): boolean {
  return salt === undefined || json === undefined || textCommitment(salt, json) === sha256;
}

function checkCommitments({ commitments }: Manifest, members: Members): void {
  for (const { of, sha256, salt } of commitments) {
    if (salt === undefined) continue;
    const path = `${of}.json`;
    if (textCommitment(salt, members.get(path) ?? '') !== sha256) {
      throw new InvalidRelianceFile('commitment_differs', path);
    }
  }
}
