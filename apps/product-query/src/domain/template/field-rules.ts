import { readsOf, templateBySlug, type FurnishedField, type Template } from '@ndx/catalog';
import { EXCLUSIONS, type Exclusion } from '@ndx/contracts';
import { consentedFields } from '../consent/consented-access.js';
import type { SelectionRules, TemplateRules } from '../policy/network-rules.js';
import {
  accepts,
  admitsFurnisher,
  fieldSelectionOf,
  isEnabled,
  selectionOf,
  sourceExclusion,
} from '../policy/querying-policy.js';
import type { TemplateValue } from './template-value.js';

/** The consent and policy of one data set that apply to a value, with the field name it has there. */
export interface FieldRules extends SelectionRules {
  readonly template: Template;
  readonly field: string;
  /** Whether the field is returned as furnished, so that accepted values apply to it. */
  readonly isReturned: boolean;
}

/** The properties of a value that are known before it is decrypted. */
type Origin = Pick<TemplateValue, 'furnishingEntityId' | 'furnishedAt'>;

/** The id of a furnisher's current active attestation for a template; null without one. */
export type AttestationOf = (templateId: string, furnisherId: string) => string | null;

/**
 * The rules for a value in one network: the template's own and, for a value that a bundle reads,
 * also the rules of the data set under which it was furnished (decision 0028).
 * @returns undefined when consent closes that data set
 */
export function fieldRulesOf(
  template: Template,
  network: TemplateRules,
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
  return rules.every((one) => hiddenBy(one, furnisherId) === undefined);
}

/** Whether the policies accept its furnisher, attestation and age. */
export function isTaken(
  rules: readonly FieldRules[],
  origin: Origin,
  attestationOf: AttestationOf,
  now: number,
): boolean {
  return rules.every((one) => refusedBy(one, origin, attestationOf, now) === undefined);
}

/** A rule that excludes a value, and the data set whose consent or policy has it. */
export interface ExcludedValue {
  readonly rule: Exclusion;
  readonly dataset: string;
}

/** The parameters of judging a value. */
interface ValueQuestion {
  readonly attestationOf: AttestationOf;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Decrypts the value; called only to compare it with accepted values. */
  readonly open: () => unknown;
}

/** The first rule, in the order of `EXCLUSIONS`, that excludes a value; undefined if it is visible. */
export function valueExclusion(
  rules: readonly FieldRules[],
  origin: Origin,
  { attestationOf, now, open }: ValueQuestion,
): ExcludedValue | undefined {
  const found = rules.flatMap((one) => {
    const rule =
      hiddenBy(one, origin.furnishingEntityId) ?? refusedBy(one, origin, attestationOf, now);
    return rule ? [{ rule, dataset: one.template.slug }] : [];
  });
  if (found.length > 0) return found.reduce((a, b) => (placeOf(b) < placeOf(a) ? b : a));
  const refusing = rules.find((one) => !isAccepted(one, open));
  return refusing && { rule: 'value_not_accepted', dataset: refusing.template.slug };
}

const placeOf = ({ rule }: ExcludedValue) => EXCLUSIONS.indexOf(rule);

/** The first rule that hides a furnisher's values of a field, whatever they are. */
function hiddenBy(
  { template: { slug }, field, accessTo, consent, policy }: FieldRules,
  furnisherId: string,
): Exclusion | undefined {
  if (!accessTo(furnisherId).allows(slug, field)) {
    return consentedFields(consent).allows(slug, field) ? 'grant' : 'consent_scope';
  }
  const selection = selectionOf(policy, slug);
  if (!isEnabled(selection, field)) return 'not_enabled';
  const isAdmitted =
    admitsFurnisher(selection, furnisherId) &&
    admitsFurnisher(fieldSelectionOf(selection, field), furnisherId);
  return isAdmitted ? undefined : 'source_not_accepted';
}

/** The first rule by which the policy rejects the origin of a value. */
function refusedBy(
  { template, policy }: FieldRules,
  { furnishingEntityId, furnishedAt: at }: Origin,
  attestationOf: AttestationOf,
  now: number,
): Exclusion | undefined {
  return sourceExclusion(
    selectionOf(policy, template.slug),
    { furnishingEntityId, isAttested: attestationOf(template.id, furnishingEntityId) !== null, at },
    now,
  );
}

function isAccepted(
  { template, policy, field, isReturned }: FieldRules,
  open: () => unknown,
): boolean {
  const rule = fieldSelectionOf(selectionOf(policy, template.slug), field);
  if (!isReturned || !rule || rule.accepted_values === null) return true;
  return accepts(rule, open());
}
