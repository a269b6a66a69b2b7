import { optionalUrl } from '@ndx/config';
import { type ConfigFor } from '@ndx/service';

export const furnishingConfig = {
  DOCUMENT_SCANNER_URL: optionalUrl({
    default: '',
    desc: 'Scanner that receives the content of each uploaded document and answers {"accepted": true} or {"accepted": false}; empty: documents are not scanned',
  }),
};

export type FurnishingConfig = ConfigFor<typeof furnishingConfig>;
