import { variableKind } from '@ndx/config';

/** AES-256 keys by id; the first one encrypts new values. */
export type SealingKeys = readonly { readonly id: string; readonly key: Buffer }[];

/** The format of a key id, which is between two dots in every encrypted value. */
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;

const TAKES = 'id:base64,id:base64, each key 32 bytes and each id once';

/**
 * Configuration value `id:base64,id:base64`; each key has 32 bytes, the first encrypts new values.
 */
export const sealingKeys = variableKind(TAKES, (value): SealingKeys => {
  const keys = value.split(',').map((entry) => {
    const [id, encoded] = entry.split(':');
    if (id === undefined || !encoded) throw new Error('must be a list of id:base64');
    if (!KEY_ID.test(id)) throw new Error('the id of a key has letters, digits, - and _');
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32) throw new Error(`key ${id} must have 32 bytes`);
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('an id occurs twice');
  return keys;
});
