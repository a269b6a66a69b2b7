import { count, secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const productQueryConfig = {
  QUERY_POOL_SIZE: count({
    default: 8,
    desc: 'Connections to its database that the query path of one process may hold, beside DATABASE_POOL_SIZE',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the same subject is found in another network, shared by entity, consent and product-query. It cannot be changed later',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
