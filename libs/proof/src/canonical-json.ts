import canonicalize from 'canonicalize';

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
