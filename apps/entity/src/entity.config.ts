import { allOrNone, optionalUuid, secret, str } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

/** The variables of this service; the common ones are declared in @ndx/service. */
export const entityConfig = {
  BLIND_INDEX_KEY: secret({
    desc: 'Key of the hashes by which an SSN or EIN is found. It cannot be changed later: nothing that was stored before would be found',
  }),
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the same subject is found in another network, shared by entity, consent and product-query. It cannot be changed later',
  }),
  BOOTSTRAP_ORG_ID: str({
    default: '',
    desc: 'Organization claim of the first institution, which is registered at start when there is none yet; not looked at afterwards',
  }),
  BOOTSTRAP_INSTITUTION: str({ default: '', desc: 'Name of the first institution' }),
  BOOTSTRAP_ENTITY_ID: optionalUuid({
    default: '',
    desc: 'Id (uuid) of the first institution; a new one without it',
  }),
  BOOTSTRAP_SUBJECT: str({ default: '', desc: "User claim of the first institution's account" }),
} as const;

/** Constraints between variables. */
export const entityRules = [
  allOrNone('BOOTSTRAP_ORG_ID', 'BOOTSTRAP_INSTITUTION', 'BOOTSTRAP_SUBJECT'),
];

export type EntityConfig = ConfigFor<typeof entityConfig>;
