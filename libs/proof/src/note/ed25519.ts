import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 public key or seed has as many bytes. */
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** @throws RangeError when the seed does not have 32 bytes */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  requireKeyBytes(seed);
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** @throws RangeError when the key does not have 32 bytes */
export function publicKeyOf(bytes: Uint8Array): KeyObject {
  requireKeyBytes(bytes);
  return createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' });
}

/** The 32 bytes of a public key, or of the public key of a private one. */
export function publicBytesOf(key: KeyObject): Buffer {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}

export function signEd25519(key: KeyObject, message: Uint8Array | string): Buffer {
  return sign(null, Buffer.from(message), key);
}

export function verifyEd25519(
  key: KeyObject,
  message: Uint8Array | string,
  signature: Uint8Array,
): boolean {
  return signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(message), key, signature);
}

function requireKeyBytes(bytes: Uint8Array): void {
  if (bytes.length !== KEY_BYTES) throw new RangeError('An Ed25519 key has 32 bytes.');
}
