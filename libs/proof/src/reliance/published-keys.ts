import { KEY_BYTES } from '../note/ed25519.js';
import { isObject, objectIn } from './json-object.js';

/** The public keys for a purpose by their ids, as `/.well-known/ndx-keys` lists them. */
export function publishedKeys(
  document: Uint8Array,
  purpose: 'answers' | 'checkpoints',
): ReadonlyMap<string, Buffer> {
  const listed = objectIn(document)?.['keys'];
  const keys = Array.isArray(listed) ? listed.filter(isObject) : [];
  return new Map(
    keys.flatMap(({ kid, x, purpose: own }) => {
      const bytes = Buffer.from(typeof x === 'string' ? x : '', 'base64url');
      const isKey = bytes.length === KEY_BYTES && bytes.toString('base64url') === x;
      return isKey && typeof kid === 'string' && own === purpose ? [[kid, bytes] as const] : [];
    }),
  );
}
