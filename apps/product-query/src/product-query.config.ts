import { num, type ConfigFor } from '@ndx/service-kit';

export const productQueryConfig = {
  QUERY_POOL_SIZE: num({
    default: 8,
    desc: 'Connections of the query path, beside DATABASE_POOL_SIZE',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
