import { parseCheckpoint, type Checkpoint } from '../log/checkpoint.js';
import { fromBase64 } from '../note/base64.js';
import { InvalidNote, parseNote, type Note } from '../note/note.js';
import { cosignedAt, verifiedSignatures } from '../note/sign-note.js';
import { verifierKey, type VerifierKey } from '../note/verifier-key.js';
import { leafHash } from '../tree/hashing.js';
import { verifyInclusion } from '../tree/verify-proofs.js';
import type { Members } from './check-content.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { isObject, objectIn, type JsonObject } from './json-object.js';
import { isSalt, textCommitment, type Manifest } from './manifest.js';

/** A checkpoint in a file. */
export interface WitnessedCheckpoint extends Checkpoint {
  /** The witnesses whose keys are known and whose cosignatures are valid, with the time of each. */
  readonly witnesses: readonly { readonly name: string; readonly at: Date }[];
  /** The names of other cosignatures, which nobody verified. */
  readonly unchecked: readonly string[];
}

/** The keys with which a verifier checks checkpoints. */
export interface LogKeys {
  /** Of the service that signs the logs. */
  readonly log: readonly Buffer[];
  /** Of known witnesses: a cosignature of one of them must be valid. */
  readonly witnesses: readonly VerifierKey[];
}

/**
 * Checks that signed checkpoints of the logs include the entries about the query.
 * @returns the checkpoint of each log in the file
 * @throws InvalidRelianceFile
 */
export function checkLogs(
  manifest: Manifest,
  members: Members,
  keys: LogKeys,
): readonly WitnessedCheckpoint[] {
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
  keys: LogKeys,
  { query_event_id: id }: Manifest,
  members: Members,
): WitnessedCheckpoint | undefined {
  if (!isObject(entry)) return undefined;
  const { leaf, index, size, proof, checkpoint: note } = entry;
  const path = hashesOf(proof);
  if (typeof leaf !== 'string' || typeof note !== 'string' || !path) return undefined;
  const checkpoint = signedCheckpoint(note, keys);
  if (!checkpoint || checkpoint.size !== size) return undefined;
  const stated = objectIn(Buffer.from(leaf));
  const isIncluded = verifyInclusion({
    leaf: leafHash(leaf),
    index: Number(index),
    size: checkpoint.size,
    root: checkpoint.root,
    proof: path,
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

/** The hashes of a proof; undefined for anything else, as for a second spelling of a hash. */
function hashesOf(proof: unknown): readonly Buffer[] | undefined {
  if (!Array.isArray(proof)) return undefined;
  const hashes = proof.map((hash) => (typeof hash === 'string' ? fromBase64(hash) : undefined));
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined;
}

/** Undefined unless a key of the log signed the note under its name, and the known witnesses. */
function signedCheckpoint(
  text: string,
  { log, witnesses }: LogKeys,
): WitnessedCheckpoint | undefined {
  try {
    const note = parseNote(text);
    const checkpoint = parseCheckpoint(note.text);
    const named = log.map((key) => verifierKey(checkpoint.origin, 'ed25519', key));
    if (verifiedSignatures(note, named).length === 0) return undefined;
    return { ...checkpoint, ...cosignaturesOf(note, witnesses, checkpoint.origin) };
  } catch (error) {
    if (error instanceof InvalidNote || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws InvalidNote when a known witness did not make the cosignature that names it */
function cosignaturesOf(note: Note, witnesses: readonly VerifierKey[], origin: string) {
  const verified = verifiedSignatures(note, witnesses);
  const known = new Set(verified.map(({ signature }) => signature));
  const others = note.signatures.filter((one) => one.name !== origin && !known.has(one));
  return {
    witnesses: verified.map(({ key: { name }, signature }) => ({
      name,
      at: cosignedAt(signature),
    })),
    unchecked: others.map(({ name }) => name),
  };
}
