import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { variableKind } from '@ndx/config';

/** The public keys of each process that signs, by its name; two of one while its key is replaced. */
export type PrincipalKeys = ReadonlyMap<string, readonly KeyObject[]>;

/** Configuration value: an Ed25519 private key, PKCS #8 in DER without encryption, as base64. */
export const signingKey = variableKind(
  'Ed25519, PKCS #8 in DER without encryption, base64',
  (value) => ed25519(() => createPrivateKey({ key: derOf(value), format: 'der', type: 'pkcs8' })),
);

/** Configuration value `name:base64,name:base64`: public keys, SubjectPublicKeyInfo in DER. */
export const principalKeys = variableKind(
  'name:base64,name:base64, Ed25519 keys (SubjectPublicKeyInfo in DER), one of the gateway',
  (value): PrincipalKeys => {
    const keys = new Map<string, KeyObject[]>();
    for (const entry of value.split(',')) {
      const [name, encoded] = entry.split(':');
      if (!name || !encoded) throw new Error('must be a list of name:base64');
      const key = ed25519(() =>
        createPublicKey({ key: derOf(encoded), format: 'der', type: 'spki' }),
      );
      keys.set(name, [...(keys.get(name) ?? []), key]);
    }
    if (!keys.has('gateway')) throw new Error('must have a key of the gateway');
    return keys;
  },
);

function derOf(encoded: string): Buffer {
  return Buffer.from(encoded, 'base64');
}

function ed25519(read: () => KeyObject): KeyObject {
  const key = readKey(read);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('must be an Ed25519 key');
  return key;
}

function readKey(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (error) {
    throw new Error('must be a key in DER', { cause: error });
  }
}
