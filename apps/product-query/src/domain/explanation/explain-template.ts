import { readsOf, type Output, type Template } from '@ndx/catalog';
import { requiredFields } from '../policy/querying-policy.js';
import {
  absentOutputs,
  decidedValues,
  excludingRule,
  namedFields,
  type ValueVerdict,
} from './decided-values.js';
import {
  appliedRules,
  partRules,
  selectionIn,
  type AppliedRules,
  type RecordedQuery,
} from './explained-query.js';
import {
  fieldWith,
  termsOf,
  type FieldExplanation,
  type FieldSource,
  type NetworkExplanation,
  type QueryExplanation,
  type RecordExplanation,
  type SectionExplanation,
} from './explanation.js';
import type { ExplanationReader } from './explanation-reader.js';
import { outputCode, valuesBehind, type DecidedOutputs } from './output-code.js';
import { limitsOf, type Limit } from './section-limits.js';
import {
  LIMIT_SENTENCES,
  PART_SENTENCES,
  QUERY_SENTENCES,
  VALUE_SENTENCES,
  type PartCode,
} from './sentences.js';

/** Why a query of a template was answered as it was, as far as its reader may know. */
export function explainTemplate(
  template: Template,
  query: RecordedQuery,
  reader: ExplanationReader,
): QueryExplanation {
  const rules = appliedRules(query);
  const seenRules = rules.filter(({ networkId }) => reader.seesNetwork(networkId));
  const parts = partRules(query);
  const values = decidedValues(query, rules);
  const decided: DecidedOutputs = {
    template,
    isWhole: reader.isWhole,
    isIssued: query.event.outcome === 'issued',
    absent: query.decision.template && absentOutputs(query.decision.template),
    chosen: values.filter(({ verdict }) => verdict === 'chosen'),
    rules: seenRules,
    parts,
  };
  const fields = explainFields(decided, query);
  const { isCheck } = query;
  const code = sectionCode(decided, fields);
  const [queryCode, missing] = queryCodeOf(decided, fields);
  return {
    code: queryCode,
    sentence: QUERY_SENTENCES[queryCode]({ field: missing, isCheck }),
    purpose: reader.isWhole ? query.event.permissible_purpose : null,
    networks: seenRules.map((applied) => explainNetwork(applied, parts, reader)),
    sections: [
      {
        model: template.slug,
        code,
        sentence: PART_SENTENCES[code]({ isCheck }),
        nameDiffers: false,
        ...soleSource(fields),
        fields,
        limits: limitsIn(decided, query),
        records: values.flatMap((value) => explainValue(value, parts, reader, isCheck)),
      },
    ],
  };
}

function explainFields(decided: DecidedOutputs, { isCheck }: RecordedQuery): FieldExplanation[] {
  const { template, rules } = decided;
  const required = new Set([
    ...template.outputs.filter((output) => output.required).map(({ name }) => name),
    ...rules.flatMap((applied) => requiredFields(selectionIn(applied, template.slug))),
  ]);
  const outputs = new Map(template.outputs.map((output) => [output.name, output]));
  return namedFields(template).flatMap((field) => {
    const output = outputs.get(field);
    if (!output) return [];
    const code = outputCode(decided, output);
    const sources = code === 'issued' ? sourcesOf(decided, output) : [];
    return [fieldWith({ field, isRequired: required.has(field), code }, isCheck, sources)];
  });
}

/** The distinct origins of the values behind an output. */
function sourcesOf(decided: DecidedOutputs, output: Output): FieldSource[] {
  const found = valuesBehind(decided, output).map(
    ({ rules, furnishingEntityId, attestationId }): [string, FieldSource] => [
      `${rules.networkId} ${furnishingEntityId}`,
      { networkId: rules.networkId, furnishingEntityId, attestationId },
    ],
  );
  return [...new Map(found).values()];
}

function soleSource(
  fields: readonly FieldExplanation[],
): Pick<SectionExplanation, 'networkId' | 'furnishingEntityId' | 'attestationId'> {
  const sources = new Map(
    fields.flatMap((field) => field.sources.map((source) => [JSON.stringify(source), source])),
  );
  const [source] = sources.size === 1 ? sources.values() : [];
  return source ?? { networkId: null, furnishingEntityId: null, attestationId: null };
}

function sectionCode(
  { isWhole, isIssued }: DecidedOutputs,
  fields: readonly FieldExplanation[],
): PartCode {
  if (!isWhole) return 'not_shown';
  if (isIssued) return 'issued';
  if (fields.some(({ code }) => code === 'result_not_issued')) return 'result_not_issued';
  const [first, ...others] = fields.map(({ code }) => code);
  return first !== undefined && others.every((code) => code === first)
    ? first
    : 'no_eligible_record';
}

function queryCodeOf(
  { isWhole, isIssued, chosen }: DecidedOutputs,
  fields: readonly FieldExplanation[],
): readonly [QueryExplanation['code'], string?] {
  if (isIssued) return ['issued'];
  if (!isWhole) return ['not_shown'];
  const missing = fields.filter(
    ({ isRequired, code }) => isRequired && code !== 'result_not_issued',
  );
  if (missing.length > 0) {
    return ['required_field_missing', missing.map(({ field }) => field).join(', ')];
  }
  return [chosen.length > 0 ? 'not_stated' : 'no_eligible_record'];
}

function explainNetwork(
  applied: AppliedRules,
  parts: DecidedOutputs['parts'],
  { isWhole }: ExplanationReader,
): NetworkExplanation {
  const datasets = [...parts].flatMap(([dataset, rules]) => {
    const found = rules[applied.place];
    return found ? [{ dataset, ...termsOf(found, isWhole) }] : [];
  });
  return { networkId: applied.networkId, ...termsOf(applied, isWhole), datasets };
}

/** The rules of the template and, for a bundle, of its data sets. */
function limitsIn({ template, rules, parts }: DecidedOutputs, { decision }: RecordedQuery) {
  const fields = namedFields(template);
  return rules.flatMap((applied): Limit[] => [
    ...limitsOf(applied, { model: template.slug, fields }, decision.requested),
    ...[...parts].flatMap(([dataset, partIn]) => {
      const part = partIn[applied.place];
      const read = readsOf(template).filter((one) => one.dataset === dataset);
      const section = { model: dataset, fields: read.map(({ field }) => field), dataset };
      return part ? limitsOf(part, section, undefined) : [closedDataset(applied, dataset)];
    }),
  ]);
}

function closedDataset({ networkId }: AppliedRules, model: string): Limit {
  const code = 'dataset_closed';
  return { networkId, model, code, field: null, sentence: LIMIT_SENTENCES[code]({}) };
}

function explainValue(
  value: ValueVerdict,
  parts: DecidedOutputs['parts'],
  reader: ExplanationReader,
  isCheck: boolean | undefined,
): RecordExplanation[] {
  const { rules, furnishingEntityId, verdict, field } = value;
  const { networkId } = rules;
  if (!reader.mayKnow(networkId, verdict)) return [];
  const code = reader.codeOf(verdict);
  const about = { ...excludingRule(value, parts), isCheck };
  return [{ networkId, furnishingEntityId, code, field, sentence: VALUE_SENTENCES[code](about) }];
}
