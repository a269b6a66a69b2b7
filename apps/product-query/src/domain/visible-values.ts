import { readsOf, type Template } from '@ndx/catalog';
import type { Sights } from './network-sight.js';
import {
  admits,
  admitsSource,
  fieldSelectionOf,
  preferenceOf,
  selectionOf,
} from './querying-policy.js';
import { keyOf, type TemplateValue } from './template-value.js';

export interface VisibleInput {
  readonly template: Template;
  readonly sights: Sights;
  readonly values: readonly TemplateValue[];
  /** The furnishers that hold a current active attestation for the template. */
  readonly attested: ReadonlySet<string>;
  /** The value in the clear. */
  readonly open: (value: TemplateValue) => unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A value that consent and policy let be seen. */
export interface VisibleValue extends TemplateValue {
  /** Place of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

/** What may be seen of what the furnishers hold; nothing is opened that need not be. */
export function visibleValues(input: VisibleInput): VisibleValue[] {
  const { template, sights, attested, now } = input;
  const governors = new Map(readsOf(template).map((read) => [keyOf(read), read.governedBy]));
  return input.values.flatMap((value) => {
    const { furnishingEntityId, networkId, furnishedAt } = value;
    const governedBy = governors.get(keyOf(value));
    const sight = sights.get(networkId);
    if (governedBy === undefined || !sight) return [];
    if (!sight.accessTo(furnishingEntityId).allows(template.slug, governedBy)) return [];
    const selection = selectionOf(sight.policy, template.slug);
    const source = {
      furnishingEntityId,
      isAttested: attested.has(furnishingEntityId),
      at: furnishedAt,
    };
    if (!admitsSource(selection, source, now)) return [];
    const rule = fieldSelectionOf(selection, governedBy);
    if (rule) {
      // Only a list of accepted values asks for the value itself.
      const seen = rule.accepted_values === null ? undefined : input.open(value);
      if (!admits(rule, seen, furnishingEntityId)) return [];
    }
    const ordering = rule && rule.selected_provenance_option_ids.length > 0 ? rule : selection;
    return [{ ...value, preference: preferenceOf(ordering, furnishingEntityId) }];
  });
}

/** One value for each furnished field, by `keyOf`. */
export type Choice = ReadonlyMap<string, VisibleValue>;

/**
 * Chooses for each field among what may be seen. The order is total, so the same values always give
 * the same answer: preferred source, latest furnished, lowest record id (design 9).
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

/** The latest furnished first, of two furnished at once that of the lowest record id. */
export function byNewest(a: TemplateValue, b: TemplateValue): number {
  return b.furnishedAt - a.furnishedAt || (a.recordId < b.recordId ? -1 : 1);
}
