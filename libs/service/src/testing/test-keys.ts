import { randomBytes } from 'node:crypto';
import { KeyedHash, Sealer } from '@ndx/sealing';

/** New key material for a suite, as a service reads it, and a sealer with these keys. */
export function testKeys() {
  const key = randomBytes(32);
  const matchHashKey = randomBytes(32).toString('hex');
  return {
    sealer: new Sealer([{ id: 'suite', key }]),
    matchHash: new KeyedHash(matchHashKey),
    variables: { SEALING_KEYS: `suite:${key.toString('base64')}`, MATCH_HASH_KEY: matchHashKey },
  };
}
