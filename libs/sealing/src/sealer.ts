import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealingKeys } from './sealing-keys.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * An encrypted value with its key id, anywhere in a text; at least as long as for an empty text.
 */
export const SEALED_VALUE = /v1\.([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{38,}/g;

/** The same for Postgres, in its regular expression syntax. */
export const SEALED_VALUE_SQL = String.raw`v1\.[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{38,}`;

/** The key id of an encrypted value; undefined when the text is not a single encrypted value. */
export function keyIdOf(text: string): string | undefined {
  const [match] = text.matchAll(SEALED_VALUE);
  return match?.[0] === text ? match[1] : undefined;
}

/** A value that cannot be decrypted. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Encrypts SSN, EIN and the identity on a consent with AES-256-GCM. The value contains the key id,
 * so that keys can be rotated: `v1.<key id>.<base64url of iv, tag and ciphertext>` (design 5).
 */
export class Sealer {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly active: { readonly id: string; readonly key: Buffer };

  constructor(keys: SealingKeys) {
    const [active] = keys;
    if (!active) throw new Error('at least one sealing key is needed');
    this.active = active;
    this.keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** The id of the key for new values. */
  get activeKeyId(): string {
    return this.active.id;
  }

  seal(plain: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.active.key, iv);
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    return `v1.${this.active.id}.${sealed.toString('base64url')}`;
  }

  /** The plain text, or undefined when the key is unknown or the value was altered. */
  tryOpen(value: string): string | undefined {
    try {
      return this.open(value);
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }

  /** @throws SealError when the key is unknown or the value was altered */
  open(value: string): string {
    const [version, keyId, encoded] = value.split('.');
    if (version !== 'v1' || keyId === undefined || encoded === undefined) {
      throw new SealError('the sealed value has an unknown form');
    }
    const key = this.keys.get(keyId);
    if (!key) {
      throw new SealError(`the sealed value needs the key ${keyId}, which SEALING_KEYS lacks`);
    }
    return unsealed(key, Buffer.from(encoded, 'base64url'));
  }
}

/** @throws SealError when the value was altered, or encrypted with another key of the same id */
function unsealed(key: Buffer, sealed: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    return plain.toString('utf8');
  } catch (error) {
    throw new SealError('the sealed value was altered, or its key is another', { cause: error });
  }
}
