import {
  invalid,
  MAX_AGE_DAYS,
  type FurnishingPolicySaved,
  type PayloadOf,
  quoted,
} from '@ndx/contracts';
import { furnishedModelsOf, verificationTimesOf } from '../access/field-names.js';
import type { Dataset } from '../datasets.js';
import { fieldNamed, modelNamed } from './governed-fields.js';

/** The acceptance rules by name (design 7). */
export type PolicyMetadata = Readonly<Record<string, unknown>>;

/** The requirements for a record. */
export type AcceptanceRules = Pick<
  PayloadOf<typeof FurnishingPolicySaved>,
  'required_fields' | 'attestation_required' | 'max_age_days'
>;

/**
 * The rules in a furnishing policy's metadata; an omitted rule does not apply.
 * @throws VALIDATION_ERROR naming the first member that is not a rule, or a rule that does not
 *   suit the data set
 */
export function acceptanceRules(dataset: Dataset, metadata: PolicyMetadata): AcceptanceRules {
  if (furnishedModelsOf(dataset).length === 0) {
    throw invalid(
      'invalid_policy',
      `${quoted(dataset.slug)} is read-only: it cannot have a furnishing policy`,
    );
  }
  return {
    required_fields: requiredFields(dataset, metadata['required_fields']),
    attestation_required: flag('attestation_required', metadata['attestation_required']),
    max_age_days: maxAge(dataset, metadata['max_age_days']),
  };
}

/**
 * The rules of another data set, as far as one has their fields. The model of a template has its slug
 * as name, so a template takes the fields of another template.
 * @throws VALIDATION_ERROR when it has none of the required fields
 */
export function rulesWithin(
  dataset: Dataset,
  from: Dataset,
  metadata: PolicyMetadata,
): PolicyMetadata {
  const { required_fields: required, ...rules } = acceptanceRules(from, metadata);
  const areTemplates = dataset.kind === 'template' && from.kind === 'template';
  const known = new Set(
    furnishedModelsOf(dataset).flatMap(({ model, fields }) =>
      fields.map(({ name }) => `${model}.${name}`),
    ),
  );
  const required_fields = required
    .map((name) => (areTemplates ? name.replace(/^[^.]+/, dataset.slug) : name))
    .filter((name) => known.has(name));
  if (required_fields.length === 0 && required.length > 0) {
    throw invalid(
      'invalid_policy',
      'the product has none of the fields that the policy to copy requires',
    );
  }
  return { ...rules, required_fields };
}

function requiredFields(dataset: Dataset, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw mustBe('required_fields', 'an array of model.field names');
  return [...new Set(value.map((name) => fieldOf(dataset, name)))];
}

function fieldOf(dataset: Dataset, name: unknown): string {
  const [, model, field] = (typeof name === 'string' && /^([^.]+)\.([^.]+)$/.exec(name)) || [];
  if (model === undefined || field === undefined) {
    throw mustBe('required_fields', 'an array of model.field names');
  }
  const furnished = modelNamed(dataset, furnishedModelsOf(dataset), model);
  return `${model}.${fieldNamed(furnished, field).name}`;
}

function maxAge(dataset: Dataset, value: unknown): number | null {
  const age = days('max_age_days', value);
  if (age !== null && dataset.kind === 'template' && verificationTimesOf(dataset).length === 0) {
    throw invalid(
      'invalid_policy',
      `policy_metadata.max_age_days does not apply to ${quoted(dataset.slug)}: its records have no verification time`,
    );
  }
  return age;
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

function mustBe(rule: string, what: `a${'' | 'n'} ${string}`) {
  return invalid('invalid_policy', `policy_metadata.${quoted(rule)} must be ${what}`);
}
