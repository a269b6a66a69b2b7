import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { makeValidator } from 'envalid';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Named AES-256 keys, the one that seals new values first. */
export type SealingKeys = readonly { readonly id: string; readonly key: Buffer }[];

/** Configuration value `id:base64,id:base64`; each key has 32 bytes, the first seals new values. */
export const sealingKeys = makeValidator((value: string): SealingKeys => {
  const keys = value.split(',').map((entry) => {
    const [id, encoded] = entry.split(':');
    if (!id || !encoded) throw new Error('must be a list of id:base64');
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32) throw new Error(`key ${id} must have 32 bytes`);
    return { id, key };
  });
  return keys;
});

/**
 * Encrypts SSN, EIN and the identity on a consent with AES-256-GCM. The key's id stands in the
 * value, so keys can be rotated: `v1.<key id>.<base64url of iv, tag and ciphertext>` (design 5).
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

  seal(plain: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.active.key, iv);
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    return `v1.${this.active.id}.${sealed.toString('base64url')}`;
  }

  /** @throws Error when the key is unknown or the value was altered */
  open(value: string): string {
    const [version, keyId, encoded] = value.split('.');
    const key = keyId === undefined ? undefined : this.keys.get(keyId);
    if (version !== 'v1' || key === undefined || encoded === undefined) {
      throw new Error('the sealed value has an unknown form or key');
    }
    const sealed = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    return plain.toString('utf8');
  }
}
