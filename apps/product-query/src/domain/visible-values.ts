import { readsOf, type Template } from '@ndx/catalog';
import { fieldRulesOf, isAccepted, isTaken, maySee, type FieldRules } from './field-rules.js';
import type { RulesByNetwork } from './network-rules.js';
import { fieldSelectionOf, preferenceOf, selectionOf } from './querying-policy.js';
import { keyOf, type TemplateValue } from './template-value.js';

export interface VisibleInput {
  readonly template: Template;
  readonly rulesByNetwork: RulesByNetwork;
  readonly values: readonly TemplateValue[];
  /** Whether a furnisher has a current active attestation for a template. */
  readonly isAttested: (templateId: string, furnisherId: string) => boolean;
  /** The legal name of the subject in the network of the value; null when unknown. */
  readonly legalNameOf: (value: TemplateValue) => string | null;
  /** The decrypted value. */
  readonly open: (value: TemplateValue) => unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A value that consent and policy make visible. */
export interface VisibleValue extends TemplateValue {
  /** Index of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

/** The visible values; decrypts a value only when a rule needs it. */
export function visibleValues(input: VisibleInput): VisibleValue[] {
  const byKey = rulesByKey(input);
  return input.values.flatMap((value) => {
    const rules = byKey.get(ruleKey(value.networkId, value));
    return rules && isVisible(input, rules, value)
      ? [{ ...value, preference: preferenceFor(rules, value.furnishingEntityId) }]
      : [];
  });
}

function isVisible(
  { isAttested, open, now }: VisibleInput,
  rules: readonly FieldRules[],
  value: TemplateValue,
): boolean {
  return (
    maySee(rules, value.furnishingEntityId) &&
    isTaken(rules, value, isAttested, now) &&
    isAccepted(rules, () => open(value))
  );
}

/** The rules of each field that the template reads, in each open network. */
function rulesByKey({
  template,
  rulesByNetwork,
}: VisibleInput): ReadonlyMap<string, readonly FieldRules[]> {
  return new Map(
    [...rulesByNetwork].flatMap(([networkId, network]) =>
      readsOf(template).flatMap((read) => {
        const rules = fieldRulesOf(template, network, read);
        return rules ? [[ruleKey(networkId, read), rules] as const] : [];
      }),
    ),
  );
}

function ruleKey(networkId: string, read: Pick<TemplateValue, 'dataset' | 'field'>): string {
  return `${networkId} ${keyOf(read)}`;
}

/**
 * From the template's own policy: the source order of a field takes precedence over its model's.
 */
function preferenceFor([own]: readonly FieldRules[], furnisherId: string): number {
  const selection = own && selectionOf(own.policy, own.template.slug);
  const rule = own && fieldSelectionOf(selection, own.field);
  const ordering = rule && rule.selected_provenance_option_ids.length > 0 ? rule : selection;
  return preferenceOf(ordering, furnisherId);
}

/** One value for each furnished field, by `keyOf`. */
export type Choice = ReadonlyMap<string, TemplateValue>;

/**
 * Chooses a visible value for each field. The order is total, so the same values always give the
 * same answer: preferred source, latest furnished, lowest record id (design 9).
 */
export function chooseValues(visible: readonly VisibleValue[]): Choice {
  const chosen = new Map<string, VisibleValue>();
  for (const value of visible) {
    const best = chosen.get(keyOf(value));
    if (!best || byPreference(value, best) < 0) chosen.set(keyOf(value), value);
  }
  return chosen;
}

function byPreference(a: VisibleValue, b: VisibleValue): number {
  return a.preference - b.preference || byNewest(a, b);
}

/** Latest furnished first; of two furnished at once, lowest record id first. */
export function byNewest(a: TemplateValue, b: TemplateValue): number {
  return b.furnishedAt - a.furnishedAt || (a.recordId < b.recordId ? -1 : 1);
}
