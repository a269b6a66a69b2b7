import { secret, str, type ConfigFor } from '@ndx/service-kit';

/** What the service reads beside the variables that every service reads. */
export const entityConfig = {
  BLIND_INDEX_KEY: secret({ desc: 'Key of the hashes by which an SSN or EIN is found' }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the same subject is found in another network',
  }),
  BOOTSTRAP_ORG_ID: str({
    default: '',
    desc: 'Organization claim of the first institution, registered when there is none yet',
  }),
  BOOTSTRAP_INSTITUTION: str({ default: '', desc: 'Name of the first institution' }),
  BOOTSTRAP_ENTITY_ID: str({
    default: '',
    desc: 'Id (uuid) of the first institution; a new one without it',
  }),
  BOOTSTRAP_SUBJECT: str({ default: '', desc: "User claim of the first institution's account" }),
} as const;

export type EntityConfig = ConfigFor<typeof entityConfig>;
