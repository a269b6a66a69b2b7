import type { StatedBusiness } from '@ndx/contracts';

/** Consents and policies name the fields of the business in `meta` as those of this section. */
export const NAMING_MODEL = 'business_identity_verification';

export const NAMING_FIELDS = [
  'business_legal_name',
  'business_jurisdiction_of_formation',
  'business_registration_identifier',
] as const satisfies readonly (keyof StatedBusiness)[];
