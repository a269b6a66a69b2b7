import { readsOf, templateBySlug, type Output, type Read, type Template } from '@ndx/catalog';
import type { Exclusion } from '@ndx/contracts';
import { consentedFields } from '../consent/consented-access.js';
import type { SelectionRules, TemplateRules } from '../policy/network-rules.js';
import {
  accepts,
  admitsFurnisher,
  fieldSelectionOf,
  isEnabled,
  selectionOf,
} from '../policy/querying-policy.js';

/** The consent and policy of the queried template, or of a data set that a bundle reads. */
export interface Terms extends SelectionRules {
  readonly template: Template;
  /** The name under which they govern a field. */
  readonly nameOf: (read: Read) => string;
  /** Whether the field is returned as furnished, so that accepted values apply to it. */
  readonly isReturned: (read: Read) => boolean;
}

/**
 * The terms for the records of a data set in one network: the template's own and, for a bundle, also
 * those of the data set (decision 0028).
 * @returns undefined when consent closes that data set
 */
export function termsOf(
  template: Template,
  network: TemplateRules,
  dataset: string,
): readonly Terms[] | undefined {
  const own: Terms = {
    ...network,
    template,
    nameOf: ({ governedBy }) => governedBy,
    isReturned: ({ isReturned }) => isReturned,
  };
  if (dataset === template.slug) return [own];
  const part = network.parts.get(dataset);
  const source = templateBySlug(dataset);
  if (!part || !source) return undefined;
  const isReturned = ({ field }: Read) =>
    readsOf(source).some(
      (read) => read.isReturned && read.field === field && read.governedBy === field,
    );
  return [own, { ...part, template: source, nameOf: ({ field }) => field, isReturned }];
}

/** Whether the furnisher's values of the field are readable. */
export function maySee(terms: readonly Terms[], read: Read, furnisherId: string): boolean {
  return terms.every((one) => {
    const name = one.nameOf(read);
    const selection = selectionOf(one.policy, one.template.slug);
    return (
      consentHides(one, read, furnisherId) === undefined &&
      isEnabled(selection, name) &&
      admitsFurnisher(selection, furnisherId) &&
      admitsFurnisher(fieldSelectionOf(selection, name), furnisherId)
    );
  });
}

/** Whether consent and policy permit an output, by its own name, from a furnisher's records. */
export function isOpenFor(
  question: {
    readonly template: Template;
    readonly rulesByNetwork: ReadonlyMap<string, TemplateRules>;
  },
  { name }: Output,
  origin: { readonly networkId: string; readonly furnishingEntityId: string },
): boolean {
  const { template, rulesByNetwork } = question;
  const network = rulesByNetwork.get(origin.networkId);
  const terms = network && termsOf(template, network, template.slug);
  const own = { dataset: template.slug, field: name, governedBy: name, isReturned: false };
  return terms !== undefined && maySee(terms, own, origin.furnishingEntityId);
}

/** By which rule a consent hides the furnisher's values of a field. */
export function consentHides(
  { template: { slug }, nameOf, accessTo, consent }: Terms,
  read: Read,
  furnisherId: string,
): Exclusion | undefined {
  const name = nameOf(read);
  if (accessTo(furnisherId).allows(slug, name)) return undefined;
  return consentedFields(consent).allows(slug, name) ? 'grant' : 'consent_scope';
}

/** Whether the policies accept a readable value; a hidden one is null, and not accepted. */
export function refusesValue(
  terms: readonly Terms[],
  read: Read,
  value: unknown,
): Terms | undefined {
  return terms.find((one) => {
    const rule = acceptedOf(one, read);
    return rule !== undefined && !accepts(rule, value);
  });
}

/** Whether a policy compares the field with accepted values. */
export function isCompared(terms: readonly Terms[], read: Read): boolean {
  return terms.some((one) => acceptedOf(one, read) !== undefined);
}

function acceptedOf({ template, policy, nameOf, isReturned }: Terms, read: Read) {
  const rule = fieldSelectionOf(selectionOf(policy, template.slug), nameOf(read));
  return isReturned(read) && rule && rule.accepted_values !== null ? rule : undefined;
}
