import { fieldsOf, utcOf, type Model } from '@ndx/catalog';
import { requiredFields } from '../policy/querying-policy.js';
import {
  closedEverywhere,
  closedFor,
  closedIn,
  recordsOf,
  selectionIn,
  type AppliedRules,
  type RecordedQuery,
  type RecordVerdict,
} from './explained-query.js';
import { fieldWith, type SectionExplanation, type SectionRecord } from './explanation.js';
import { explainRecord } from './explain-record.js';
import type { ExplanationReader } from './explanation-reader.js';
import { limitsOf } from './section-limits.js';
import { NAME_DIFFERS, PART_SENTENCES, RECORD_SENTENCES, type PartCode } from './sentences.js';

/** A query of a product, with all that explains it. */
export interface ExplainedQuery extends RecordedQuery {
  /** The issued sections by model; undefined without a result. */
  readonly issued: Readonly<Record<string, IssuedSection | null>> | undefined;
}

export interface IssuedSection {
  readonly assertions: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Why a section, and each of its fields, was issued or was not. */
export function explainSection(
  query: ExplainedQuery,
  rules: readonly AppliedRules[],
  model: Model,
  reader: ExplanationReader,
): SectionExplanation {
  const { name } = model;
  const { isCheck } = query;
  const fields = fieldsOf(model).map((field) => field.name);
  const records = recordsOf(query.decision, rules, name);
  const seenRules = rules.filter(({ networkId }) => reader.seesNetwork(networkId));
  const chosen = reader.isWhole ? records.find(({ verdict }) => verdict === 'chosen') : undefined;
  const issued = query.issued?.[name];
  const closed = (field: string) =>
    closedEverywhere(seenRules.map((applied) => closedIn(applied, name, field)));
  const code = sectionCode(reader, fields.map(closed), chosen, issued);
  const nameDiffers = chosen?.nameDiffers ?? false;
  const used = code === 'issued' && chosen && issued ? [usedRecord(chosen, model, issued)] : [];
  const required = new Set(
    seenRules.flatMap((applied) => requiredFields(selectionIn(applied, name))),
  );
  return {
    model: name,
    code,
    sentence: PART_SENTENCES[code]({ isCheck }) + (nameDiffers ? NAME_DIFFERS : ''),
    nameDiffers,
    used,
    fields: fields.map((field) => {
      const found =
        chosen && issued ? issuedFieldCode(chosen, name, field, issued) : (closed(field) ?? code);
      const explained = { field, isRequired: required.has(field), code: found };
      return fieldWith(explained, isCheck, found === 'issued' ? used : []);
    }),
    limits: seenRules.flatMap((applied) =>
      limitsOf(
        applied,
        { model: name, fields },
        query.decision.requested,
        reader.readsPolicy(applied.networkId),
      ),
    ),
    records: records.flatMap((record) =>
      explainRecord(record, { sentences: RECORD_SENTENCES, model: name }, reader, isCheck),
    ),
  };
}

function usedRecord(
  { rules, recordId, furnishingEntityId, attestationId }: RecordVerdict,
  { name, performedAt }: Model,
  { assertions }: IssuedSection,
): SectionRecord {
  const at = assertions[performedAt];
  return {
    recordId,
    model: name,
    networkId: rules.networkId,
    furnishingEntityId,
    attestationId,
    performedAt: typeof at === 'string' ? utcOf(at) : null,
  };
}

function sectionCode(
  { isWhole }: ExplanationReader,
  closed: readonly (PartCode | undefined)[],
  chosen: RecordVerdict | undefined,
  issued: IssuedSection | null | undefined,
): PartCode {
  if (!isWhole) return 'not_shown';
  if (chosen) return issued ? 'issued' : 'result_not_issued';
  const isClosed = closed.every((code) => code !== undefined);
  return (isClosed ? closed[0] : undefined) ?? 'no_eligible_record';
}

/** The code of a field of an issued section, by the rules for the furnisher of its record. */
function issuedFieldCode(
  { rules, furnishingEntityId }: RecordVerdict,
  model: string,
  field: string,
  { assertions, data }: IssuedSection,
): PartCode {
  const values: Readonly<Record<string, unknown>> = { ...assertions, ...data };
  if ((values[field] ?? null) !== null) return 'issued';
  return closedFor(rules, model, field, furnishingEntityId) ?? 'not_stated';
}
