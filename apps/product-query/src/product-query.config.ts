import { num, sealingKeys, secret, type ConfigFor } from '@ndx/service-kit';

export const productQueryConfig = {
  QUERY_POOL_SIZE: num({
    default: 8,
    desc: 'Connections of the query path, beside DATABASE_POOL_SIZE',
  }),
  SEALING_KEYS: sealingKeys({
    desc: 'AES-256 keys (id:base64, the active one first) that open furnished secrets, shared with furnishing',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the subject of a template query is found, shared with entity',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
