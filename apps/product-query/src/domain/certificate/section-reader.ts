import type { FieldAccess } from '@ndx/catalog';
import type { Exclusion, ModelSelection } from '@ndx/contracts';
import { asKnown, sourceOf, type Candidate, type KnownCandidate } from '../candidate.js';
import { consentedFields } from '../consent/consented-access.js';
import { visibleDisputes, type OpenDispute } from '../open-dispute.js';
import type { SelectionRules } from '../policy/network-rules.js';
import { nameMatchOf } from './stated-business.js';
import {
  accepts,
  admitsFurnisher,
  fieldSelectionOf,
  selectionOf,
  sourceExclusion,
} from '../policy/querying-policy.js';

type Values = Readonly<Record<string, unknown>>;

export interface Section {
  readonly assertions: Values;
  readonly data: Values;
}

/** A rule that excludes a record, with the field that it is about, if any. */
export interface ExcludedBy {
  readonly rule: Exclusion;
  readonly field?: string;
}

/** The parameters of reading a section. */
export interface SectionQuestion {
  /** The field with the time of its verification. */
  readonly performedAtField: string;
  /** The furnishers that the query names; empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  readonly now: number;
}

/** A candidate as known to its reader, with its visible part or the rule that excludes it. */
export type Reading = { readonly known: KnownCandidate } & (
  | { readonly excludedBy: ExcludedBy }
  | {
      readonly excludedBy?: undefined;
      /** Undefined when the section is shown as it is stored. */
      readonly visible: Section | undefined;
      readonly disputes: readonly OpenDispute[];
    }
);

/** Applies to a candidate, in order, each rule of consent, request and policy but for what must be there. */
export function readCandidate(
  candidate: Candidate,
  rules: SelectionRules,
  { performedAtField, furnishingEntityIds, now }: SectionQuestion,
): Reading {
  const { accessTo, consent, policy } = rules;
  const { model, furnishingEntityId } = candidate;
  const selection = selectionOf(policy, model);
  const access = accessTo(furnishingEntityId);
  const known = asKnown(candidate, isTimeShown(access, selection, candidate, performedAtField));
  const isOpen = access.isAll(model);
  const stored = isOpen ? undefined : sectionOf(known);
  const hidden = stored && consentExclusion(model, stored, access, consent);
  if (hidden) return { known, excludedBy: { rule: hidden } };
  if (candidate.hasLeft) return { known, excludedBy: { rule: 'furnisher_left' } };
  if (furnishingEntityIds.length > 0 && !furnishingEntityIds.includes(furnishingEntityId)) {
    return { known, excludedBy: { rule: 'furnisher_not_requested' } };
  }
  const isVisible = (field: string) =>
    access.allows(model, field) &&
    admitsFurnisher(fieldSelectionOf(selection, field), furnishingEntityId);
  const disputes = visibleDisputes(known.disputes, known.recordId, isVisible);
  const refused = sourceExclusion(selection, sourceOf(known, known.attestationId, disputes), now);
  if (refused) return { known, excludedBy: { rule: refused } };
  if (selection?.name_match === 'require' && nameMatchOf(known, rules) !== 'same') {
    return { known, excludedBy: { rule: 'name_differs' } };
  }
  // Fast path: nothing is removed or checked, so the stored text is the answer.
  if (isOpen && (selection?.field_selections ?? []).length === 0) {
    return { known, visible: undefined, disputes };
  }
  const visible = visibleSection(stored ?? sectionOf(known), isVisible);
  const field = unacceptedField(visible, selection);
  return field === undefined
    ? { known, visible, disputes }
    : { known, excludedBy: { rule: 'value_not_accepted', field } };
}

/** A list of accepted values may hide the time of verification, so the time then counts as hidden. */
function isTimeShown(
  access: FieldAccess,
  selection: ModelSelection | undefined,
  { model, furnishingEntityId }: Candidate,
  performedAtField: string,
): boolean {
  const rule = fieldSelectionOf(selection, performedAtField);
  return (
    access.allows(model, performedAtField) &&
    admitsFurnisher(rule, furnishingEntityId) &&
    (rule?.accepted_values ?? null) === null
  );
}

/** All the values of a candidate. */
export function sectionOf({ text }: Pick<Candidate, 'text'>): Section {
  return JSON.parse(`{${text}}`) as Section;
}

/** The values of a section by field. */
export function valuesOf({ assertions, data }: Section): Values {
  return { ...assertions, ...data };
}

/** Why consent leaves nothing of a section: no value is of a consented field, or none is granted. */
function consentExclusion(
  model: string,
  section: Section,
  access: FieldAccess,
  consent: SelectionRules['consent'],
): Exclusion | undefined {
  const stated = Object.entries(valuesOf(section)).flatMap(([field, value]) =>
    value === null ? [] : [field],
  );
  if (stated.some((field) => access.allows(model, field))) return undefined;
  const consented = consentedFields(consent);
  return stated.some((field) => consented.allows(model, field)) ? 'grant' : 'consent_scope';
}

/** A candidate's values, null where consent or policy hides them. */
function visibleSection(section: Section, isVisible: (field: string) => boolean): Section {
  return {
    assertions: keepVisible(section.assertions, isVisible),
    data: keepVisible(section.data, isVisible),
  };
}

/**
 * The first field whose readable value is not an accepted one. A hidden value is never an accepted
 * one, so that nothing can be inferred from it (decision 0002).
 */
function unacceptedField(
  visible: Section,
  selection: ModelSelection | undefined,
): string | undefined {
  return selection?.field_selections.find(
    (rule) => !accepts(rule, valueIn(visible, rule.field_name)),
  )?.field_name;
}

/** One of the values, without a copy of all. */
function valueIn({ assertions, data }: Section, field: string): unknown {
  return Object.hasOwn(data, field) ? data[field] : assertions[field];
}

function keepVisible(values: Values, isVisible: (field: string) => boolean): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isVisible(field) ? value : null]),
  );
}
