import { comparableLegalName, NAMING_MODEL } from '@ndx/catalog';
import type { StatedBusiness } from '@ndx/contracts';
import type { Candidate } from '../candidate.js';
import type { SelectionRules } from '../policy/network-rules.js';
import { admitsFurnisher, fieldSelectionOf, selectionOf } from '../policy/querying-policy.js';

/**
 * Whether a record names the business as the consent does, in another spelling or not at all:
 * a query without a consent states no name. A hidden name must not influence the answer.
 */
export function nameMatchOf(candidate: Candidate, rules: SelectionRules): NameMatch {
  return matchOfNames(rules.consent, {
    isVisible: isBusinessVisible('business_legal_name', candidate, rules),
    stated: () => visibleBusiness(candidate, rules)?.business_legal_name ?? null,
  });
}

/** The name in a record; it is read only where the consent has one. */
interface StatedInRecord {
  readonly isVisible: boolean;
  readonly stated: () => string | null;
}

/** Whether a stated name is the one in the consent. */
export function matchOfNames(
  consent: SelectionRules['consent'],
  { isVisible: isOpen, stated: read }: StatedInRecord,
): NameMatch {
  const consented = consent?.business_legal_name ?? null;
  if (consented === null) return 'same';
  if (!isOpen) return 'hidden';
  const stated = read();
  // Comparing other spellings takes longer than the rest of a decision.
  if (stated === null || stated === consented) return 'same';
  return comparable(stated) === comparable(consented) ? 'same' : 'differs';
}

const comparable = (name: string) => comparableLegalName(name) ?? name;

export type NameMatch = 'same' | 'differs' | 'hidden';

/** What the record of a candidate states of its business, null where consent or policy hides it. */
export function visibleBusiness(
  candidate: Candidate,
  rules: SelectionRules,
): StatedBusiness | null {
  if (candidate.statedBusiness === null) return null;
  const stated = JSON.parse(candidate.statedBusiness) as StatedBusiness;
  const ifVisible = (field: keyof StatedBusiness) =>
    isBusinessVisible(field, candidate, rules) ? stated[field] : null;
  return {
    business_legal_name: ifVisible('business_legal_name'),
    business_jurisdiction_of_formation: ifVisible('business_jurisdiction_of_formation'),
    business_registration_identifier: ifVisible('business_registration_identifier'),
  };
}

export function isBusinessVisible(
  field: keyof StatedBusiness,
  { furnishingEntityId }: Candidate,
  { accessTo, policy }: SelectionRules,
): boolean {
  const rule = fieldSelectionOf(selectionOf(policy, NAMING_MODEL), field);
  return (
    accessTo(furnishingEntityId).allows(NAMING_MODEL, field) &&
    admitsFurnisher(rule, furnishingEntityId)
  );
}

/** A chosen record, and the rules of its network. */
interface NamingSection {
  readonly candidate: Candidate;
  readonly rules: SelectionRules;
}

interface StatedName {
  readonly business_legal_name: string;
  readonly furnishing_entity_id: string;
}

/**
 * The business of a certificate, as the furnishers of the chosen records name it, in the order of
 * the sections: the first legal name, the others that differ from it, and each registration.
 */
export function businessOf(sections: Iterable<NamingSection>) {
  const names = new Map<string, StatedName>();
  const registrations = new Map<string, object>();
  const read = new Set<string>();
  for (const { candidate, rules } of sections) {
    if (read.has(candidate.recordId)) continue;
    read.add(candidate.recordId);
    const business = visibleBusiness(candidate, rules);
    if (!business) continue;
    const { business_legal_name, ...registration } = business;
    const { furnishingEntityId: furnishing_entity_id } = candidate;
    if (business_legal_name !== null && !names.has(business_legal_name)) {
      names.set(business_legal_name, { business_legal_name, furnishing_entity_id });
    }
    if (Object.values(registration).some((value) => value !== null)) {
      const stated = { ...registration, furnishing_entity_id };
      registrations.set(JSON.stringify(stated), stated);
    }
  }
  const [named, ...others] = names.values();
  return {
    business_legal_name: named?.business_legal_name ?? null,
    furnishing_entity_id: named?.furnishing_entity_id ?? null,
    other_legal_names: others,
    registrations: [...registrations.values()],
  };
}
