import { constants, createPrivateKey, privateDecrypt, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyStoreFault, type KeyStore, type WrappedKey } from './key-store.js';

/** PKCS #8, and the older forms of OpenSSL. */
const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m;

/** Wrapping keys in a folder: RSA private keys in PEM. */
export class KeyFiles implements KeyStore {
  constructor(private readonly folder: string) {}

  unwrap({ hash, name, bytes }: WrappedKey): Buffer {
    const key = this.keyNamed(name);
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return privateDecrypt({ key, padding, oaepHash: hash }, bytes);
    } catch (error) {
      throw new KeyStoreFault(`has a key that ${name} did not wrap`, undefined, { cause: error });
    }
  }

  close(): void {
    // Files are not kept open.
  }

  private keyNamed(name: string): KeyObject {
    const file = join(this.folder, `${name}.pem`);
    const key = readKey(file);
    if (key.asymmetricKeyType !== 'rsa') {
      throw new KeyStoreFault(`${file} has no RSA key`, 'WRAPPING_KEYS_FOLDER');
    }
    return key;
  }
}

function readKey(file: string): KeyObject {
  let pem = '';
  try {
    pem = readFileSync(file, 'utf8');
    return createPrivateKey(pem);
  } catch (error) {
    const message = ENCRYPTED.test(pem)
      ? `${file} is encrypted, and no process has a passphrase`
      : `${file} is missing or has no private key in PEM`;
    throw new KeyStoreFault(message, 'WRAPPING_KEYS_FOLDER', { cause: error });
  }
}
