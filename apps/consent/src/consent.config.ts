import { sealingKeys, type ConfigFor } from '@ndx/service-kit';

export const consentConfig = {
  SEALING_KEYS: sealingKeys({
    desc: 'AES-256 keys (id:base64, the active one first) that seal the identity on a consent',
  }),
};

export type ConsentConfig = ConfigFor<typeof consentConfig>;
