import { fieldsOf } from '@ndx/catalog';
import type { StatedBusiness } from '@ndx/contracts';
import { compareText } from '../compare-text.js';
import type { Assembly, ChosenSection } from '../certificate/assemble-certificate.js';
import { sectionOf, valuesOf } from '../certificate/section-reader.js';
import { isBusinessVisible } from '../certificate/stated-business.js';
import { disputedIn } from '../decision/decided-disputes.js';
import { decidedRecords } from '../decision/decision.js';
import { places } from '../decision/places.js';
import { appliedRules, closedFor } from '../explanation/explained-query.js';
import type { PastQuery, ReplayedCertificate } from '../replay/replay-certificate.js';
import { termsIn, type AnswerContents } from './answer-contents.js';
import { STATED_BUSINESS } from './member-shapes.js';
import type { ShownRecord, ShownValue } from './shown-record.js';

/**
 * The inputs from which a certificate is assembled again, as far as its querying institution may
 * know them: the chosen records with their visible values, and the terms that applied. Other
 * candidates are left out, because they do not change the answer.
 */
export function certificateContents(
  query: PastQuery,
  { assembly, judgements }: ReplayedCertificate,
): AnswerContents {
  const networkIds = query.event.networks.map(({ network_id }) => network_id);
  const ids = places();
  const chosen = judgements.flatMap(({ candidate, verdict, ...judgement }) => {
    const section = verdict === 'chosen' ? assembly?.get(candidate.model) : undefined;
    if (!section) return [];
    const { disputes } = section;
    return [{ ...judgement, verdict, candidate: { ...candidate, disputes, otherRecordId: null } }];
  });
  const models = decidedRecords(chosen, networkIds, ids);
  return {
    decision: { ...termsIn(query.decision), ids: ids.listed, models, ...disputedIn(chosen, ids) },
    records: shownRecords(query, assembly ?? new Map()),
  };
}

function shownRecords(query: PastQuery, assembly: Assembly): ShownRecord[] {
  const records = new Map<string, ShownRecord>();
  for (const [model, section] of assembly) {
    const { recordId, networkId, furnishingEntityId } = section.candidate;
    const { values } = records.get(recordId) ?? { values: statedBusiness(section) };
    records.set(recordId, {
      recordId,
      networkId,
      furnishingEntityId,
      values: [...values, ...sectionValues(query, model, section)],
    });
  }
  return [...records.values()].sort((a, b) => compareText(a.recordId, b.recordId));
}

function sectionValues(
  query: PastQuery,
  model: string,
  { candidate }: ChosenSection,
): ShownValue[] {
  const { networkId, furnishingEntityId } = candidate;
  const rules = appliedRules(query).find((applied) => applied.networkId === networkId);
  const declared = query.product.models.find(({ name }) => name === model);
  if (!rules || !declared) throw new Error(`${model} was chosen under no rules`);
  const stored = valuesOf(sectionOf(candidate));
  return fieldsOf(declared).map(({ name: field }) => ({
    model,
    field,
    value: stored[field] ?? null,
    isVisible: closedFor(rules, model, field, furnishingEntityId) === undefined,
  }));
}

const BUSINESS_FIELDS = [
  'business_legal_name',
  'business_jurisdiction_of_formation',
  'business_registration_identifier',
] as const;

function statedBusiness({ candidate, rules }: ChosenSection): ShownValue[] {
  const stated = candidate.statedBusiness;
  const business = stated === null ? null : (JSON.parse(stated) as StatedBusiness);
  return BUSINESS_FIELDS.map((field) => ({
    model: STATED_BUSINESS,
    field,
    value: business?.[field] ?? null,
    isVisible: isBusinessVisible(field, candidate, rules),
  }));
}
