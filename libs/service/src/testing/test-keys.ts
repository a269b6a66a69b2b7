import { randomBytes } from 'node:crypto';
import { KeyedHash, Sealer } from '@ndx/sealing';

/** Key material of a suite's own, as a service reads it, and a sealer that opens what it sealed. */
export function testKeys() {
  const key = randomBytes(32);
  const matchHashKey = randomBytes(32).toString('hex');
  return {
    sealer: new Sealer([{ id: 'suite', key }]),
    matchHash: new KeyedHash(matchHashKey),
    variables: { SEALING_KEYS: `suite:${key.toString('base64')}`, MATCH_HASH_KEY: matchHashKey },
  };
}
