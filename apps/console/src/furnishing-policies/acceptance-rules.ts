import type { FurnishingPolicy } from '@ndx/client';
import { ageInWords } from '../policies/rule-words.js';
import { plural } from '../parts/words.js';

/** What a record must satisfy. */
export interface AcceptanceRules {
  /** As `model.field`. */
  readonly required_fields: string[];
  readonly attestation_required: boolean;
  /** Null for any age. */
  readonly max_age_days: number | null;
}

export function rulesOf({
  policy_metadata: stored,
}: Pick<FurnishingPolicy, 'policy_metadata'>): AcceptanceRules {
  const { required_fields: fields, max_age_days: days } = stored;
  return {
    required_fields: Array.isArray(fields) ? fields.map(String) : [],
    attestation_required: stored['attestation_required'] === true,
    max_age_days: typeof days === 'number' ? days : null,
  };
}

/** The rules in one line. */
export function rulesInWords(rules: AcceptanceRules): string {
  const { required_fields: fields, attestation_required: isAttested, max_age_days: days } = rules;
  const words = [
    fields.length > 0 && plural(fields.length, 'field'),
    isAttested && 'an attestation in force',
    days !== null && `a verification ${ageInWords(days)}`,
  ].filter((word) => word !== false);
  return words.length === 0 ? 'nothing' : words.join(', ');
}
