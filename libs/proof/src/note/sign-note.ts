import type { KeyObject } from 'node:crypto';
import { publicBytesOf, publicKeyOf, signEd25519, verifyEd25519 } from './ed25519.js';
import { InvalidNote, type Note, type NoteSignature } from './note.js';
import { verifierKey, type VerifierKey } from './verifier-key.js';

const TIME_BYTES = 8;

/** A private key for notes. */
export interface NoteSigner {
  readonly verifier: VerifierKey;
  /** @param at the time of a cosignature; a plain signature states none */
  sign(text: string, at?: Date): NoteSignature;
}

/**
 * A signer of checkpoints of a log (`ed25519`) or of a witness (`cosignature`, cosignature/v1 of
 * C2SP tlog-cosignature).
 */
export function noteSigner(
  name: string,
  key: KeyObject,
  type: VerifierKey['type'] = 'ed25519',
): NoteSigner {
  const verifier = verifierKey(name, type, publicBytesOf(key));
  return {
    verifier,
    sign: (text, at = new Date()) => ({
      name,
      keyId: verifier.keyId,
      signature: type === 'ed25519' ? signEd25519(key, text) : cosign(key, text, at),
    }),
  };
}

/**
 * The signatures of these keys, each of them valid; those of other keys are ignored.
 *
 * @throws InvalidNote when a signature of a key is not valid or is there twice
 */
export function verifiedSignatures(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): readonly { readonly key: VerifierKey; readonly signature: NoteSignature }[] {
  return keys.flatMap((key) => {
    const [signature, second] = signatures.filter(
      ({ name, keyId }) => name === key.name && keyId === key.keyId,
    );
    if (signature === undefined) return [];
    if (second !== undefined || !isValid(text, signature.signature, key)) {
      throw new InvalidNote(`The signature of ${key.name} is not valid.`);
    }
    return [{ key, signature }];
  });
}

/** The time that a witness states in its cosignature. */
export function cosignedAt({ signature }: NoteSignature): Date {
  return new Date(Number(signature.readBigUInt64BE()) * 1_000);
}

function cosign(key: KeyObject, text: string, at: Date): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1_000)));
  return Buffer.concat([time, signEd25519(key, cosignedText(time, text))]);
}

function isValid(text: string, signature: Buffer, { type, publicKey }: VerifierKey): boolean {
  const key = publicKeyOf(publicKey);
  if (type === 'ed25519') return verifyEd25519(key, text, signature);
  if (signature.length <= TIME_BYTES) return false;
  const time = signature.subarray(0, TIME_BYTES);
  return verifyEd25519(key, cosignedText(time, text), signature.subarray(TIME_BYTES));
}

const cosignedText = (time: Buffer, text: string): string =>
  `cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`;
