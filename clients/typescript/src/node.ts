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

/** Permissions of others than the owner. */
const OF_OTHERS = 0o077;

/**
 * Reads a private key of P-256, RSA or Ed25519, in PEM (PKCS 8) or as a JWK, which may have the id of
 * the key.
 * @throws Error when others than its owner have access to the file (except on Windows), or it has no
 *   such key
 */
export async function privateKeyFile(path: string): Promise<SigningKey> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & OF_OTHERS) !== 0) {
      throw new Error(`${path} is not readable by its owner alone; run: chmod 600 ${path}`);
    }
    return await signingKeyFrom(jwkIn(await file.readFile('utf8'), path));
  } finally {
    await file.close();
  }
}

/** Errors name the file, and nothing of its content. */
function jwkIn(text: string, path: string): Jwk & { readonly kid?: string } {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text) as Jwk;
    return createPrivateKey(text).export({ format: 'jwk' });
  } catch {
    throw new Error(`${path} has no private key in PEM or as a JWK`);
  }
}
