import type { PolicyEffect } from '@ndx/contracts';
import type { AcceptanceRules } from '../acceptance-rules.js';
import type { PolicyChange, PolicyComparison } from './comparison.js';
import { compared } from './compared.js';
import { isAsStrict } from './effect.js';
import { differences, type Rules } from './rules.js';

/** The rules that decide which records of a product or template a network accepts. */
export interface AcceptanceConfiguration extends AcceptanceRules {
  /** The time from which they no longer apply, as in JSON; null: no end. */
  readonly deprecated_on: string | null;
}

/** A network without a furnishing policy accepts every record. */
export const NO_ACCEPTANCE_RULES: AcceptanceConfiguration = {
  required_fields: [],
  attestation_required: false,
  max_age_days: null,
  deprecated_on: null,
};

const EXPLANATIONS: Readonly<Record<PolicyEffect, string>> = {
  equal: 'The network accepts the same records of the product as before.',
  narrower:
    'The network can accept fewer records of the product, and none that it would have refused before.',
  wider:
    'The network can accept more records of the product, and all that it would have accepted before.',
  different:
    'The network may accept records of the product that it would have refused before, and may refuse others.',
};

const RULES: Rules<Omit<AcceptanceConfiguration, 'required_fields'>> = {
  attestation_required: {
    isWithin: isAsStrict,
    says: (isRequired) =>
      isRequired ? 'A furnisher needs an active attestation.' : 'A furnisher needs no attestation.',
  },
  max_age_days: {
    isWithin: (one, other) => other === null || (one !== null && one <= other),
    says: (days) =>
      days === null
        ? 'A verification can have any age.'
        : `A verification must be at most ${days} ${days === 1 ? 'day' : 'days'} old.`,
  },
  deprecated_on: {
    // Another policy can apply afterwards.
    isWithin: (one, other) => one === other,
    says: (end) => (end === null ? 'The rules have no end.' : `The rules end at ${end}.`),
  },
};

/**
 * The effect of replacing the rules that apply to the records of a product or template by others:
 * `narrower` rules accept no record that the former refuse, `wider` rules refuse none that they
 * accept; `different` where neither is certain.
 */
export function compareAcceptance(
  before: AcceptanceConfiguration,
  after: AcceptanceConfiguration,
): PolicyComparison {
  const members = differences(RULES, rulesIn(before), rulesIn(after), '').map((difference) => ({
    ...difference,
    modelName: null,
    fieldName: null,
    note:
      difference.member === 'deprecated_on'
        ? 'From the end of a policy, other policies of the network apply, or none.'
        : null,
  }));
  return compared(EXPLANATIONS, [...members, ...fieldChanges(before, after)]);
}

function fieldChanges(before: AcceptanceRules, after: AcceptanceRules): PolicyChange[] {
  const [former, next] = [new Set(before.required_fields), new Set(after.required_fields)];
  return [...new Set([...former, ...next])].flatMap((name) => {
    if (former.has(name) === next.has(name)) return [];
    const [modelName = '', fieldName = ''] = name.split('.');
    const says = (isRequired: boolean) =>
      isRequired ? `A record needs ${name}.` : `A record can omit ${name}.`;
    const effect = next.has(name) ? 'narrower' : 'wider';
    const sentences = { before: says(former.has(name)), after: says(next.has(name)) };
    return [{ modelName, fieldName, member: 'required_fields', effect, ...sentences, note: null }];
  });
}

function rulesIn({
  attestation_required,
  max_age_days,
  deprecated_on,
}: AcceptanceConfiguration): Omit<AcceptanceConfiguration, 'required_fields'> {
  return { attestation_required, max_age_days, deprecated_on };
}
