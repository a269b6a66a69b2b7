/**
 * Tokens and keys in files, for Node.
 * @module @ndx/client/node
 */
import { createPrivateKey } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { signingKeyFrom, type Jwk, type SigningKey } from './tokens/signing-key.js';
import type { TokenSource } from './tokens/token-source.js';

/** Reads the token from a file that another process keeps fresh, for each request. */
export function fileToken(path: string): TokenSource {
  return async () => (await readFile(path, 'utf8')).trim();
}

/** PKCS 8, and the older forms of OpenSSL. */
const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m;

/** Permissions of others than the owner. */
const OF_OTHERS = 0o077;

/** How an encrypted file is read. */
export interface PrivateKeyFileOptions {
  /** The passphrase, or a function that is called when the file is encrypted. */
  readonly passphrase?: string | (() => string | Promise<string>) | undefined;
}

/**
 * Reads a private key of P-256, RSA or Ed25519, in PEM (PKCS 8, also encrypted) or as a JWK, which may
 * have the id of the key.
 * @throws Error when others than its owner have access to the file (except on Windows), it has no
 *   such key, or it is encrypted and the passphrase is absent or wrong
 */
export async function privateKeyFile(
  path: string,
  { passphrase }: PrivateKeyFileOptions = {},
): Promise<SigningKey> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
      throw new Error(`${path} is not readable by its owner alone; run: chmod 600 ${path}`);
    }
    const text = await file.readFile('utf8');
    const isEncrypted = ENCRYPTED.test(text);
    return await signingKeyFrom(
      isEncrypted ? await decrypted(text, path, passphrase) : jwkIn(text, path),
    );
  } finally {
    await file.close();
  }
}

type NamedJwk = Jwk & { readonly kid?: string };

/** Errors name the file, and nothing of its content. */
function jwkIn(text: string, path: string): NamedJwk {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text) as Jwk;
    return createPrivateKey(text).export({ format: 'jwk' });
  } catch {
    throw new Error(`${path} has no private key in PEM or as a JWK`);
  }
}

async function decrypted(
  key: string,
  path: string,
  given: PrivateKeyFileOptions['passphrase'],
): Promise<NamedJwk> {
  const passphrase = typeof given === 'function' ? await given() : given;
  if (passphrase === undefined) throw new Error(`${path} is encrypted, and needs its passphrase`);
  try {
    return createPrivateKey({ key, passphrase }).export({ format: 'jwk' });
  } catch {
    throw new Error(`${path} cannot be decrypted with this passphrase`);
  }
}
