import { secret } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const consentConfig = {
  MATCH_HASH_KEY: secret({
    desc: 'Key of the hashes that match subjects across networks, the same for its readers; it cannot be changed later',
  }),
};

export type ConsentConfig = ConfigFor<typeof consentConfig>;
