import { fieldsOf, type Model } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import { admitsFurnisher, fieldSelectionOf } from '../querying-policy.js';
import {
  recordsOf,
  type AppliedRules,
  type ExplainedQuery,
  type IssuedSection,
  type RecordVerdict,
} from './explained-query.js';
import type { ExplanationReader } from './explanation-reader.js';
import { limitsOf, type Limit } from './section-limits.js';
import {
  PART_SENTENCES,
  RECORD_SENTENCES,
  type PartCode,
  type PartExclusion,
} from './sentences.js';

export interface FieldExplanation {
  readonly field: string;
  readonly code: PartCode;
  readonly sentence: string;
}

export interface RecordExplanation {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly code: keyof typeof RECORD_SENTENCES;
  readonly field: string | null;
  readonly sentence: string;
}

export interface SectionExplanation {
  readonly model: string;
  readonly code: PartCode;
  readonly sentence: string;
  /** The chosen record's, where it was issued. */
  readonly networkId: string | null;
  readonly furnishingEntityId: string | null;
  readonly attestationId: string | null;
  readonly fields: readonly FieldExplanation[];
  /** The rules that a record had to satisfy. */
  readonly limits: readonly Limit[];
  readonly records: readonly RecordExplanation[];
}

/** Why a section, and each of its fields, was issued or was not. */
export function explainSection(
  query: ExplainedQuery,
  rules: readonly AppliedRules[],
  model: Model,
  reader: ExplanationReader,
): SectionExplanation {
  const { name } = model;
  const records = recordsOf(query.decision, rules, name);
  const seenRules = rules.filter(({ networkId }) => reader.seesNetwork(networkId));
  const chosen = reader.isWhole ? records.find(({ verdict }) => verdict === 'chosen') : undefined;
  const issued = query.issued?.[name];
  const code = sectionCode(reader, seenRules, model, chosen, issued);
  const origin = code === 'issued' ? chosen : undefined;
  return {
    model: name,
    code,
    sentence: PART_SENTENCES[code]({}),
    networkId: origin?.rules.networkId ?? null,
    furnishingEntityId: origin?.furnishingEntityId ?? null,
    attestationId: origin?.attestationId ?? null,
    fields: fieldsOf(model).map(({ name: field }) => {
      const found =
        chosen && issued
          ? issuedFieldCode(chosen, name, field, issued)
          : (closedCode(seenRules, name, field) ?? code);
      return { field, code: found, sentence: PART_SENTENCES[found]({}) };
    }),
    limits: seenRules.flatMap((applied) => limitsOf(applied, model, query.decision)),
    records: records.flatMap((record) => explainRecord(record, name, reader)),
  };
}

function sectionCode(
  { isWhole }: ExplanationReader,
  rules: readonly AppliedRules[],
  model: Model,
  chosen: RecordVerdict | undefined,
  issued: IssuedSection | null | undefined,
): PartCode {
  if (!isWhole) return 'not_shown';
  if (chosen) return issued ? 'issued' : 'result_not_issued';
  const closed = fieldsOf(model).map(({ name }) => closedCode(rules, model.name, name));
  return closed.every((code) => code !== undefined)
    ? (closed[0] ?? 'no_eligible_record')
    : 'no_eligible_record';
}

/** Of a field of an issued section, by the rules for the furnisher of its record. */
function issuedFieldCode(
  { rules, furnishingEntityId }: RecordVerdict,
  model: string,
  field: string,
  { assertions, data }: IssuedSection,
): PartCode {
  const values: Readonly<Record<string, unknown>> = { ...assertions, ...data };
  if ((values[field] ?? null) !== null) return 'issued';
  if (!rules.consented.allows(model, field)) return 'consent_scope';
  if (!rules.accessTo(furnishingEntityId).allows(model, field)) return 'grant';
  const rule = fieldSelectionOf(selectionIn(rules, model), field);
  if (rule?.is_enabled === false) return 'not_enabled';
  return admitsFurnisher(rule, furnishingEntityId) ? 'not_stated' : 'source_not_accepted';
}

/** Why no record at all can show a field; undefined where one can. */
function closedCode(
  rules: readonly AppliedRules[],
  model: string,
  field: string,
): PartExclusion | undefined {
  const codes = rules.map((applied) => closedIn(applied, model, field));
  return codes.every((code) => code !== undefined) ? codes[0] : undefined;
}

function closedIn(rules: AppliedRules, model: string, field: string): PartExclusion | undefined {
  if (!rules.consented.allows(model, field)) return 'consent_scope';
  const grantees = rules.consent?.grants.map(([furnisher]) => furnisher) ?? ['*'];
  if (!grantees.some((furnisher) => rules.accessTo(furnisher).allows(model, field))) return 'grant';
  const selection = selectionIn(rules, model);
  const isEnabled =
    (selection?.is_enabled ?? true) && (fieldSelectionOf(selection, field)?.is_enabled ?? true);
  return isEnabled ? undefined : 'not_enabled';
}

function explainRecord(
  { rules, furnishingEntityId, verdict, field }: RecordVerdict,
  model: string,
  { isWhole, mayKnow }: ExplanationReader,
): RecordExplanation[] {
  const { networkId } = rules;
  if (!mayKnow(networkId, verdict)) return [];
  const isRanked = verdict === 'chosen' || verdict.startsWith('outranked');
  const code = isRanked && !isWhole ? 'eligible' : verdict;
  const days = selectionIn(rules, model)?.max_age_days;
  const sentence = RECORD_SENTENCES[code]({ field, days });
  return [{ networkId, furnishingEntityId, code, field: field ?? null, sentence }];
}

function selectionIn({ selections }: AppliedRules, model: string): ModelSelection | undefined {
  return selections.find((selection) => selection.model_name === model);
}
