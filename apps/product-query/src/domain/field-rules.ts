import { readsOf, templateBySlug, type FurnishedField, type Template } from '@ndx/catalog';
import type { DatasetRules, NetworkRules } from './network-rules.js';
import {
  accepts,
  admitsFurnisher,
  admitsSource,
  fieldSelectionOf,
  selectionOf,
} from './querying-policy.js';
import type { TemplateValue } from './template-value.js';

/** The consent and policy of one data set that apply to a value, with the field name it has there. */
export interface FieldRules extends DatasetRules {
  readonly template: Template;
  readonly field: string;
  /** Whether the field is returned as furnished, so that accepted values apply to it. */
  readonly isReturned: boolean;
}

/** The properties of a value that are known before it is decrypted. */
type Origin = Pick<TemplateValue, 'furnishingEntityId' | 'furnishedAt'>;

/**
 * The rules for a value in one network: the template's own and, for a value that a bundle reads,
 * also the rules of the data set under which it was furnished (decision 0028).
 * @returns undefined when consent closes that data set
 */
export function fieldRulesOf(
  template: Template,
  network: NetworkRules,
  read: FurnishedField & { readonly governedBy: string; readonly isReturned: boolean },
): readonly FieldRules[] | undefined {
  const own = { ...network, template, field: read.governedBy, isReturned: read.isReturned };
  if (read.dataset === template.slug) return [own];
  const part = network.parts.get(read.dataset);
  const source = templateBySlug(read.dataset);
  if (!part || !source) return undefined;
  const isReturned = readsOf(source).some(
    ({ field, governedBy, isReturned }) =>
      isReturned && field === read.field && governedBy === read.field,
  );
  return [own, { ...part, template: source, field: read.field, isReturned }];
}

/** Whether the furnisher's values of the field are readable, regardless of content and age. */
export function maySee(rules: readonly FieldRules[], furnisherId: string): boolean {
  return rules.every(({ template, field, accessTo, policy }) => {
    const selection = selectionOf(policy, template.slug);
    return (
      accessTo(furnisherId).allows(template.slug, field) &&
      admitsFurnisher(selection, furnisherId) &&
      admitsFurnisher(fieldSelectionOf(selection, field), furnisherId)
    );
  });
}

/** Whether the policies accept its furnisher, attestation and age. */
export function isTaken(
  rules: readonly FieldRules[],
  { furnishingEntityId, furnishedAt: at }: Origin,
  isAttested: (templateId: string, furnisherId: string) => boolean,
  now: number,
): boolean {
  return rules.every(({ template, policy }) =>
    admitsSource(
      selectionOf(policy, template.slug),
      { furnishingEntityId, isAttested: isAttested(template.id, furnishingEntityId), at },
      now,
    ),
  );
}

/** Whether the policies accept the value; decrypts it only to compare it with accepted_values. */
export function isAccepted(rules: readonly FieldRules[], open: () => unknown): boolean {
  return rules.every(({ template, policy, field, isReturned }) => {
    const rule = fieldSelectionOf(selectionOf(policy, template.slug), field);
    if (!isReturned || !rule || rule.accepted_values === null) return true;
    return accepts(rule, open());
  });
}
