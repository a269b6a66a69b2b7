import { sealingKeys, type ConfigFor } from '@ndx/service-kit';

export const furnishingConfig = {
  SEALING_KEYS: sealingKeys({
    desc: 'AES-256 keys (id:base64, the active one first) that seal furnished secrets, shared with product-query',
  }),
} as const;

export type FurnishingConfig = ConfigFor<typeof furnishingConfig>;
