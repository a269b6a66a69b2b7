import { createHash } from 'node:crypto';
import { fromBase64 } from './base64.js';
import { KEY_BYTES } from './ed25519.js';

/** The signature types of C2SP signed-note that are used here. */
export const KEY_TYPES = { ed25519: 1, cosignature: 4 } as const;

/** A public key for notes, its id bound to its name and type (C2SP signed-note). */
export interface VerifierKey {
  readonly name: string;
  readonly type: keyof typeof KEY_TYPES;
  readonly publicKey: Buffer;
  /** 8 hexadecimal digits */
  readonly keyId: string;
}

/** @throws RangeError when a key cannot have this name */
export function verifierKey(
  name: string,
  type: keyof typeof KEY_TYPES,
  publicKey: Uint8Array,
): VerifierKey {
  if (!isKeyName(name)) throw new RangeError('A key name has no white space and no "+".');
  const id = createHash('sha256').update(`${name}\n`).update(typed(type, publicKey)).digest('hex');
  return { name, type, publicKey: Buffer.from(publicKey), keyId: id.slice(0, 8) };
}

/** `<name>+<key id>+<base64 of type and key>`. */
export function formatVerifierKey({ name, type, publicKey, keyId }: VerifierKey): string {
  return `${name}+${keyId}+${typed(type, publicKey).toString('base64')}`;
}

/** @throws RangeError for a text that is no verifier key of a type used here */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name, keyId, base64] = /^([^+]+)\+([\da-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64 ?? '');
  const type = Object.entries(KEY_TYPES).find(([, byte]) => byte === bytes?.[0])?.[0];
  if (name === undefined || bytes?.length !== KEY_BYTES + 1 || !isKeyType(type)) {
    throw new RangeError('Not an Ed25519 verifier key of a signed note.');
  }
  const key = verifierKey(name, type, bytes.subarray(1));
  if (key.keyId !== keyId) throw new RangeError('The id of the verifier key is not of its key.');
  return key;
}

export function isKeyName(name: string): boolean {
  return /^[^\s+\p{Cc}\p{Cs}]{1,255}$/u.test(name);
}

const isKeyType = (type: string | undefined): type is keyof typeof KEY_TYPES =>
  type !== undefined && type in KEY_TYPES;

const typed = (type: keyof typeof KEY_TYPES, publicKey: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(KEY_TYPES[type]), publicKey]);
