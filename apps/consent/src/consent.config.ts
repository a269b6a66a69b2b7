import { sealingKeys, secret, type ConfigFor } from '@ndx/service-kit';

export const consentConfig = {
  SEALING_KEYS: sealingKeys({
    desc: 'AES-256 keys (id:base64, the active one first) that seal the identity on a consent',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the same subject is found in another network',
  }),
};

export type ConsentConfig = ConfigFor<typeof consentConfig>;
