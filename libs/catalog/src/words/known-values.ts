/**
 * The usual values of texts. The contract leaves these texts open: furnishers can state others, and
 * a policy can accept them. They are suggested, and a value that resembles one is a misspelling.
 */
export const ENTITY_TYPES = [
  ...['corporation', 'c_corporation', 's_corporation', 'benefit_corporation'],
  ...['professional_corporation', 'nonprofit_corporation', 'limited_liability_company', 'llc'],
  ...['partnership', 'general_partnership', 'limited_partnership', 'limited_liability_partnership'],
  ...['sole_proprietorship', 'cooperative', 'trust', 'government_entity'],
];

export const REGISTRATION_STATUSES = [
  ...['active', 'inactive', 'good_standing', 'not_in_good_standing', 'pending', 'suspended'],
  ...['revoked', 'forfeited', 'withdrawn', 'cancelled', 'canceled', 'dissolved', 'expired'],
];

export const EXISTENCE_STATUSES = ['operating', 'not_operating', 'inactive', 'closed'];

export const MATCH_RESULTS = [
  ...['match', 'matched', 'partial_match', 'no_match', 'not_matched', 'mismatch'],
  ...['verified', 'not_verified', 'unverified', 'valid', 'invalid', 'inconclusive'],
];

export const RISK_LEVELS = ['low', 'moderate', 'medium', 'high', 'prohibited'];

export const ASSESSMENT_STATUSES = [
  ...['pass', 'passed', 'fail', 'failed', 'pending', 'review', 'approved', 'declined', 'complete'],
  ...['completed', 'incomplete', 'verified', 'not_verified', 'unverified'],
];

export const SCREENING_RESULTS = [
  ...['no_match', 'match', 'matched', 'potential_match', 'possible_match', 'confirmed_match'],
  ...['clear', 'cleared', 'none', 'hit', 'no_hit', 'passed', 'failed'],
];

export const PAY_FREQUENCIES = [
  ...['daily', 'weekly', 'biweekly', 'bimonthly', 'semimonthly', 'semi_monthly', 'monthly'],
  ...['quarterly', 'semiannually', 'biannually', 'annually', 'yearly'],
];

export const HOUSING_STATUSES = ['own', 'owned', 'mortgage', 'rent', 'rented', 'other'];
