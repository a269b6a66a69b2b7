import { secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const consentConfig = {
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes by which the same subject is found in another network, shared by entity, consent and product-query. It cannot be changed later',
  }),
};

export type ConsentConfig = ConfigFor<typeof consentConfig>;
