import { constants, createPrivateKey, privateDecrypt, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyStoreFault, type KeyStore, type WrappedKey } from './key-store.js';

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
  try {
    return createPrivateKey(readFileSync(file));
  } catch (error) {
    const message = `${file} is missing or has no private key in PEM`;
    throw new KeyStoreFault(message, 'WRAPPING_KEYS_FOLDER', { cause: error });
  }
}
