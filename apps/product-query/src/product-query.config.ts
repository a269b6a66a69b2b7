import { bool, count, countOrNone, networks, secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const productQueryConfig = {
  QUERY_POOL_SIZE: count({
    default: 8,
    desc: 'Maximum database connections of the query path, in addition to DATABASE_POOL_SIZE',
  }),
  QUERY_TEXT_KEEP_DAYS: countOrNone({
    default: 30,
    desc: 'Age from which the command archive compresses the texts of queries (certificate, event, decision), to files in ARCHIVE_LOCATION or else within the database, in days; 0: never',
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
