import { count, secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const productQueryConfig = {
  QUERY_POOL_SIZE: count({
    default: 8,
    desc: 'Maximum number of database connections of the query path of one process, in addition to DATABASE_POOL_SIZE',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes that match subjects across networks; must be the same for entity, consent and product-query. It cannot be changed later',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
