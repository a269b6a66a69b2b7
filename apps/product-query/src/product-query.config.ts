import { bool, count, countOrNone, networks, secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const productQueryConfig = {
  QUERY_POOL_SIZE: count({
    default: 8,
    desc: 'Maximum database connections of the query path, in addition to DATABASE_POOL_SIZE',
  }),
  CERTIFICATE_KEEP_DAYS: countOrNone({
    default: 0,
    desc: 'Age from which the command archive moves the body of a certificate from the database to a file, in days; 0: never',
  }),
  QUERY_EVENT_KEEP_DAYS: countOrNone({
    default: 0,
    desc: 'Age from which the command archive moves the content of a query event from the database to a file, in days; 0: never',
  }),
  NOTICE_RECEIVER_NETWORKS: networks({
    default: '',
    desc: 'Networks that are not public, in which receivers of notices may be',
  }),
  NOTICE_HTTP_RECEIVERS: bool({
    default: false,
    desc: 'Whether notices may be sent without TLS; for development',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes that match subjects across networks, the same for its readers; it cannot be changed later',
  }),
};

export type ProductQueryConfig = ConfigFor<typeof productQueryConfig>;
