import type { Product } from '@ndx/catalog';
import { invalid, type FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { fieldNamed, modelNamed } from './catalogue.js';
import { MAX_AGE_DAYS } from './policy.js';

/** Free but for the rules that govern acceptance, which have names and types (design 7). */
export type PolicyMetadata = Readonly<Record<string, unknown>>;

/** What a record must satisfy to be accepted. */
export type AcceptanceRules = Pick<
  PayloadOf<typeof FurnishingPolicySaved>,
  'required_fields' | 'attestation_required' | 'max_age_days'
>;

/**
 * The rules that a furnishing policy's metadata states; what it does not state is not asked.
 * @throws VALIDATION_ERROR naming the first rule that is not one
 */
export function acceptanceRules(product: Product, metadata: PolicyMetadata): AcceptanceRules {
  return {
    required_fields: requiredFields(product, metadata['required_fields']),
    attestation_required: flag('attestation_required', metadata['attestation_required']),
    max_age_days: days('max_age_days', metadata['max_age_days']),
  };
}

function requiredFields(product: Product, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw mustBe('required_fields', 'an array of model.field names');
  return [...new Set(value.map((name) => fieldOf(product, name)))];
}

function fieldOf(product: Product, name: unknown): string {
  const [, model, field] = (typeof name === 'string' && /^([^.]+)\.([^.]+)$/.exec(name)) || [];
  if (model === undefined || field === undefined) {
    throw mustBe('required_fields', 'an array of model.field names');
  }
  return `${model}.${fieldNamed(modelNamed(product, model), field).name}`;
}

function flag(rule: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw mustBe(rule, 'a boolean');
  return value;
}

function days(rule: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_AGE_DAYS) {
    throw mustBe(rule, `an integer from 0 to ${MAX_AGE_DAYS}`);
  }
  return value;
}

function mustBe(rule: string, what: string) {
  return invalid(`policy_metadata.${rule} must be ${what}`);
}
