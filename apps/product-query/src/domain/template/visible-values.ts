import { readsOf, type Template } from '@ndx/catalog';
import {
  fieldRulesOf,
  valueExclusion,
  type AttestationOf,
  type ExcludedValue,
  type FieldRules,
} from './field-rules.js';
import type { TemplateRules } from '../policy/network-rules.js';
import { fieldSelectionOf, preferenceOf, selectionOf } from '../policy/querying-policy.js';
import { keyOf, type TemplateValue } from './template-value.js';

export interface VisibleInput {
  readonly template: Template;
  /** Rules by network in the requested order, without closed networks. */
  readonly rulesByNetwork: ReadonlyMap<string, TemplateRules>;
  readonly values: readonly TemplateValue[];
  readonly attestationOf: AttestationOf;
  /** The legal name of the subject in the network of the value; null when unknown. */
  readonly legalNameOf: (value: TemplateValue) => string | null;
  /** The decrypted value. */
  readonly open: (value: TemplateValue) => unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A value with its place in the order of sources. */
export interface VisibleValue extends TemplateValue {
  /** Index of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

/** A value that may become a part of the answer, or the rule that excludes it. */
export interface ValueReading {
  readonly value: VisibleValue;
  readonly excludedBy: ExcludedValue | undefined;
}

/**
 * Applies consent and policies to each value of a field that an answer has; decrypts a value only
 * when a rule needs it.
 */
export function readValues(input: VisibleInput): ValueReading[] {
  const { attestationOf, open, now } = input;
  const byKey = rulesByKey(input);
  return input.values.flatMap((value) => {
    const key = ruleKey(value.networkId, value);
    if (!byKey.has(key)) return [];
    const rules = byKey.get(key);
    const preference = rules ? preferenceFor(rules, value.furnishingEntityId) : 0;
    const excludedBy = rules
      ? valueExclusion(rules, value, { attestationOf, now, open: () => open(value) })
      : { rule: 'dataset_closed' as const, dataset: value.dataset };
    return [{ value: { ...value, preference }, excludedBy }];
  });
}

/** The values that consent and policy make visible. */
export function visibleValues(input: VisibleInput): VisibleValue[] {
  return readValues(input).flatMap(({ value, excludedBy }) => (excludedBy ? [] : [value]));
}

/**
 * The rules of each field that the template reads, in each open network; undefined where its data
 * set is closed.
 */
function rulesByKey({
  template,
  rulesByNetwork,
}: VisibleInput): ReadonlyMap<string, readonly FieldRules[] | undefined> {
  return new Map(
    [...rulesByNetwork].flatMap(([networkId, network]) =>
      readsOf(template).map(
        (read) => [ruleKey(networkId, read), fieldRulesOf(template, network, read)] as const,
      ),
    ),
  );
}

function ruleKey(networkId: string, read: Pick<TemplateValue, 'dataset' | 'field'>): string {
  return `${networkId} ${keyOf(read)}`;
}

/**
 * The preference by the template's own policy: a field's source order precedes its model's.
 */
function preferenceFor([own]: readonly FieldRules[], furnisherId: string): number {
  const selection = own && selectionOf(own.policy, own.template.slug);
  const rule = own && fieldSelectionOf(selection, own.field);
  const ordering = rule && rule.selected_provenance_option_ids.length > 0 ? rule : selection;
  return preferenceOf(ordering, furnisherId);
}
