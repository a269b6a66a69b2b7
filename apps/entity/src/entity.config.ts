import { allOrNone, optionalUrl, optionalUuid, secret, str } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

/** The variables of this service; the common ones are declared in @ndx/service. */
export const entityConfig = {
  BLIND_INDEX_KEY: secret({
    desc: 'Key of the blind index of SSN and EIN; it cannot be changed later',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes that match subjects across networks, the same for its readers; it cannot be changed later',
  }),
  BOOTSTRAP_ORG_ID: str({
    default: '',
    desc: 'Organization claim of the first institution, registered at startup if there is none',
  }),
  BOOTSTRAP_INSTITUTION: str({ default: '', desc: 'Name of the first institution' }),
  BOOTSTRAP_ENTITY_ID: optionalUuid({
    default: '',
    desc: 'Id of the first institution; generated if empty',
  }),
  BOOTSTRAP_SUBJECT: str({ default: '', desc: "User claim of the first institution's account" }),
  TRACE_STORE_URL: optionalUrl({
    default: '',
    desc: 'Store of the last traces, which npm start has, for GET /v1/request-traces; if empty, the answer names OTEL_EXPORTER_OTLP_ENDPOINT',
  }),
  LOG_STORE_URL: optionalUrl({
    default: '',
    desc: 'Store of the last log lines, which npm start has, for GET /v1/request-logs and /v1/service-logs; if empty, the answer names request_id',
  }),
} as const;

/** Constraints between variables. */
export const entityRules = [
  allOrNone('BOOTSTRAP_ORG_ID', 'BOOTSTRAP_INSTITUTION', 'BOOTSTRAP_SUBJECT'),
];

export type EntityConfig = ConfigFor<typeof entityConfig>;
