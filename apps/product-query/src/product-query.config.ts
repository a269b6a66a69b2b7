import { num, secret, type ConfigFor } from '@ndx/service-kit';

export const productQueryConfig = {
  QUERY_POOL_SIZE: num({
    default: 8,
    desc: 'Connections of the query path, beside DATABASE_POOL_SIZE',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the subject of a template query is found, shared with entity',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
