import { parseCheckpoint, type Checkpoint } from '../log/checkpoint.js';
import { InvalidNote, parseNote } from '../note/note.js';
import { verifiedSignatures } from '../note/sign-note.js';
import { verifierKey } from '../note/verifier-key.js';
import { leafHash } from '../tree/hashing.js';
import { verifyInclusion } from '../tree/verify-proofs.js';
import type { Members } from './check-content.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { isObject, objectIn, type JsonObject } from './json-object.js';
import { isSalt, textCommitment, type Manifest } from './manifest.js';
import { publishedKeys } from './published-keys.js';

/**
 * Checks that signed checkpoints of the logs include the entries about the query.
 * @returns the checkpoint of each log in the file
 * @throws InvalidRelianceFile
 */
export function checkLogs(manifest: Manifest, members: Members): readonly Checkpoint[] {
  const keys = publishedKeys(members.get('keys.json'), 'checkpoints');
  return [...members]
    .filter(([path]) => path.startsWith('log/'))
    .flatMap(([path, content]) => {
      const entries = objectIn(content)?.['entries'];
      const found = Array.isArray(entries)
        ? entries.map((entry) => checkpointOf(entry, keys, manifest, members))
        : [undefined];
      return found.map((checkpoint) => {
        if (checkpoint) return checkpoint;
        throw new InvalidRelianceFile('log_invalid', path);
      });
    });
}

/** The checkpoint that includes an entry; undefined where it does not, or is about another query. */
function checkpointOf(
  entry: unknown,
  keys: ReadonlyMap<string, Buffer>,
  { query_event_id: id }: Manifest,
  members: Members,
): Checkpoint | undefined {
  if (!isObject(entry)) return undefined;
  const { leaf, index, size, proof, checkpoint: note } = entry;
  if (typeof leaf !== 'string' || typeof note !== 'string' || !isProof(proof)) return undefined;
  const checkpoint = signedCheckpoint(note, [...keys.values()]);
  if (!checkpoint || checkpoint.size !== size) return undefined;
  const stated = objectIn(Buffer.from(leaf));
  const isIncluded = verifyInclusion({
    leaf: leafHash(leaf),
    index: Number(index),
    size: checkpoint.size,
    root: checkpoint.root,
    proof: proof.map((hash) => Buffer.from(hash, 'base64')),
  });
  const isOfQuery = stated?.['subject'] === id && isOpened(entry, stated, members);
  return isIncluded && isOfQuery ? checkpoint : undefined;
}

/** Whether the content is the one of the leaf, and the event that the file has. */
function isOpened({ salt, json }: JsonObject, leaf: JsonObject, members: Members): boolean {
  if (salt === undefined) return json === undefined;
  if (!isSalt(salt) || typeof json !== 'string') return false;
  const start = `{"data":${members.get('event.json')?.toString() ?? ''},`;
  const isEvent = leaf['type'] !== 'query.executed.v1' || json.startsWith(start);
  return isEvent && textCommitment(salt, json) === leaf['content'];
}

function isProof(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((hash) => typeof hash === 'string');
}

/** Undefined unless one of the keys signed the note under the name of its log. */
function signedCheckpoint(text: string, keys: readonly Buffer[]): Checkpoint | undefined {
  try {
    const note = parseNote(text);
    const checkpoint = parseCheckpoint(note.text);
    const named = keys.map((key) => verifierKey(checkpoint.origin, 'ed25519', key));
    return verifiedSignatures(note, named).length > 0 ? checkpoint : undefined;
  } catch (error) {
    if (error instanceof InvalidNote || error instanceof RangeError) return undefined;
    throw error;
  }
}
