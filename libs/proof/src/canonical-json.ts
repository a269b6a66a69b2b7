import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256, in hexadecimal, of the canonical form of a JSON value. @throws TypeError for another value */
export function canonicalDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * RFC 8785: one text for one JSON value.
 *
 * @throws TypeError for a value that JSON does not have
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value is not JSON.');
  return text;
}
