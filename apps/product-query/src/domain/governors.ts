import { readsOf, templateBySlug, type FurnishedField, type Template } from '@ndx/catalog';
import type { DatasetSight, NetworkSight } from './network-sight.js';
import {
  accepts,
  admitsFurnisher,
  admitsSource,
  fieldSelectionOf,
  selectionOf,
} from './querying-policy.js';
import type { TemplateValue } from './template-value.js';

/** Consent and policy of a data set that have a say about a value, by a field name of its own. */
export interface Governor extends DatasetSight {
  readonly template: Template;
  readonly field: string;
  /** Whether the field is the value as it was furnished, so that accepted values are about it. */
  readonly isReturned: boolean;
}

/** What may be known of a value before it is looked at. */
type Origin = Pick<TemplateValue, 'furnishingEntityId' | 'furnishedAt'>;

/**
 * Those that govern a value in one network: the template's own, and of a value that a bundle reads
 * those of the data set that it was furnished under (decision 0028).
 * @returns undefined where consent closes that data set
 */
export function governorsOf(
  template: Template,
  sight: NetworkSight,
  read: FurnishedField & { readonly governedBy: string; readonly isReturned: boolean },
): readonly Governor[] | undefined {
  const own = { ...sight, template, field: read.governedBy, isReturned: read.isReturned };
  if (read.dataset === template.slug) return [own];
  const part = sight.parts.get(read.dataset);
  const source = templateBySlug(read.dataset);
  if (!part || !source) return undefined;
  const isReturned = readsOf(source).some(
    ({ field, governedBy, isReturned }) =>
      isReturned && field === read.field && governedBy === read.field,
  );
  return [own, { ...part, template: source, field: read.field, isReturned }];
}

/** Whether a furnisher's value of the field may be seen, whichever it is and however old. */
export function maySee(governors: readonly Governor[], furnisherId: string): boolean {
  return governors.every(({ template, field, accessTo, policy }) => {
    const selection = selectionOf(policy, template.slug);
    return (
      accessTo(furnisherId).allows(template.slug, field) &&
      admitsFurnisher(selection, furnisherId) &&
      admitsFurnisher(fieldSelectionOf(selection, field), furnisherId)
    );
  });
}

/** Whether it comes from where, and from when, the policies take data. */
export function isTaken(
  governors: readonly Governor[],
  { furnishingEntityId, furnishedAt: at }: Origin,
  isAttested: (templateId: string, furnisherId: string) => boolean,
  now: number,
): boolean {
  return governors.every(({ template, policy }) =>
    admitsSource(
      selectionOf(policy, template.slug),
      { furnishingEntityId, isAttested: isAttested(template.id, furnishingEntityId), at },
      now,
    ),
  );
}

/** Whether the policies accept the value; it is opened only for a list of accepted values. */
export function isAccepted(governors: readonly Governor[], open: () => unknown): boolean {
  return governors.every(({ template, policy, field, isReturned }) => {
    const rule = fieldSelectionOf(selectionOf(policy, template.slug), field);
    if (!isReturned || !rule || rule.accepted_values === null) return true;
    return accepts(rule, open());
  });
}
