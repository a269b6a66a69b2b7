import type { NoResultReason } from '@ndx/client';

/** Why a query has no result, as its explanation says it. */
export const REASON_WORDS: Readonly<Record<NoResultReason, string>> = {
  required_section_missing: 'A required section has no record that satisfies the rules',
  required_field_missing: 'Required fields have no value',
  no_eligible_record: 'No record satisfies the rules',
  not_stated: 'The chosen records state no value',
};

export const REASONS = Object.keys(REASON_WORDS) as readonly NoResultReason[];
