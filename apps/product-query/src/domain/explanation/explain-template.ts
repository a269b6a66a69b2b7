import { groupPartsOf, type Group, type Output, type Template } from '@ndx/catalog';
import { explainRecord } from './explain-record.js';
import {
  appliedRules,
  partRules,
  recordsOf,
  type AppliedRules,
  type RecordedQuery,
  type RecordVerdict,
} from './explained-query.js';
import {
  fieldWith,
  termsOf,
  type FieldExplanation,
  type FieldSource,
  type NetworkExplanation,
  type QueryExplanation,
  type SectionExplanation,
  type SectionRecord,
} from './explanation.js';
import type { ExplanationReader } from './explanation-reader.js';
import { namedOutputs, noTemplateAnswer, requiredIn } from './no-result.js';
import { outputCode, recordsBehind, type DecidedOutputs } from './output-code.js';
import { limitsOf, type Limit } from './section-limits.js';
import { templateRemedies } from './template-remedy.js';
import {
  DENIED_SENTENCES,
  LIMIT_SENTENCES,
  NAME_DIFFERS,
  PART_SENTENCES,
  QUERY_SENTENCES,
  TEMPLATE_SENTENCES,
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
  const records = new Map(
    groupPartsOf(template).map(({ name }) => [name, recordsOf(query.decision, rules, name)]),
  );
  const absent = query.decision.template?.absent;
  const decided: DecidedOutputs = {
    template,
    isWhole: reader.isWhole,
    isIssued: query.event.outcome === 'issued',
    absent: absent && new Set(absent),
    chosen: new Map(
      [...records].map(([part, own]) => [part, own.filter(({ verdict }) => verdict === 'chosen')]),
    ),
    rules: seenRules,
    parts: partRules(query),
  };
  const { isCheck } = query;
  const sections = template.groups.map((group) =>
    explainGroup(decided, query, group, records, reader),
  );
  const [code, field] = queryCodeOf(decided, sections);
  return {
    code,
    sentence: QUERY_SENTENCES[code]({ field, isCheck }),
    purpose: reader.isWhole ? query.event.permissible_purpose : null,
    networks: seenRules.map((applied) => explainNetwork(applied, decided.parts, reader)),
    omitted: (query.decision.omitted ?? []).filter(
      ({ networkId }) => reader.isWhole && reader.seesNetwork(networkId),
    ),
    // A query reads the code alone.
    get remedies() {
      if (!reader.isWhole || decided.isIssued) return [];
      return templateRemedies({
        ...{ template, rules, parts: decided.parts },
        stated: statedGroups(decided),
        requested: query.decision.requested,
        readsPolicy: reader.readsPolicy,
      });
    },
    sections,
  };
}

/** The groups with a chosen record that has every required output. */
function statedGroups({ template, rules, chosen, absent }: DecidedOutputs): ReadonlySet<Group> {
  const isRequired = requiredIn(template, rules);
  const ofGroup = groupPartsOf(template).filter(({ name }) => (chosen.get(name) ?? []).length > 0);
  return new Set(
    ofGroup.flatMap(({ group }) =>
      group.outputs.some((output) => isRequired(output) && absent?.has(output.name) !== false)
        ? []
        : [group],
    ),
  );
}

function explainGroup(
  decided: DecidedOutputs,
  query: RecordedQuery,
  group: Group,
  recordsByPart: ReadonlyMap<string, readonly RecordVerdict[]>,
  reader: ExplanationReader,
): SectionExplanation {
  const { template, parts } = decided;
  const { isCheck, decision } = query;
  const fields = explainFields(decided, group, query);
  const code = sectionCode(decided, fields);
  const ofGroup = groupPartsOf(template).filter((part) => part.group === group);
  const nameDiffers =
    decided.isWhole &&
    ofGroup.some(({ name }) => decided.chosen.get(name)?.some((record) => record.nameDiffers));
  const about = { sentences: TEMPLATE_SENTENCES, model: template.slug, parts };
  return {
    model: group.name,
    code,
    sentence: PART_SENTENCES[code]({ isCheck }) + (nameDiffers ? NAME_DIFFERS : ''),
    nameDiffers,
    used:
      code === 'issued'
        ? ofGroup.flatMap(({ name }) =>
            usedRecords(decided, name, decision.template?.times?.[name]),
          )
        : [],
    fields,
    limits: limitsIn(decided, group, decision.requested, reader),
    records: ofGroup.flatMap(({ name }) =>
      (recordsByPart.get(name) ?? []).flatMap((record) =>
        explainRecord(record, about, reader, isCheck),
      ),
    ),
  };
}

function explainFields(
  decided: DecidedOutputs,
  group: Group,
  { isCheck, decision }: RecordedQuery,
): FieldExplanation[] {
  const { template, rules } = decided;
  const isRequiredIn = requiredIn(template, rules);
  return namedOutputs(template, group).map((output) => {
    const { name: field } = output;
    const code = outputCode(decided, output);
    const sources = code === 'issued' ? sourcesOf(decided, output) : [];
    const isRequired = isRequiredIn(output);
    const explained = fieldWith({ field, isRequired, code }, isCheck, sources);
    const isDenied = code === 'issued' && decision.template?.denied?.includes(field);
    return isDenied ? { ...explained, sentence: deniedSentence(explained) } : explained;
  });
}

/** Why an attested output is false. */
function deniedSentence({ sentence, sources }: FieldExplanation): string {
  const isAttested = sources.every(({ attestationId }) => attestationId !== null);
  return `${sentence} ${DENIED_SENTENCES[isAttested ? 'denied' : 'attestation_missing']}`;
}

/** The distinct origins of the records behind an output. */
function sourcesOf(decided: DecidedOutputs, output: Output): FieldSource[] {
  const found = recordsBehind(decided, output).map((record): [string, FieldSource] => [
    `${record.rules.networkId} ${record.furnishingEntityId}`,
    originOf(record),
  ]);
  return [...new Map(found).values()];
}

function originOf({ rules, furnishingEntityId, attestationId }: RecordVerdict): FieldSource {
  return { networkId: rules.networkId, furnishingEntityId, attestationId };
}

function usedRecords(
  { chosen }: DecidedOutputs,
  model: string,
  time: number | undefined,
): SectionRecord[] {
  const performedAt = time === undefined ? null : new Date(time).toISOString();
  return (chosen.get(model) ?? []).map((record) => ({
    ...originOf(record),
    recordId: record.recordId,
    model,
    performedAt,
  }));
}

function sectionCode(
  { isWhole, isIssued }: DecidedOutputs,
  fields: readonly FieldExplanation[],
): PartCode {
  const codes = new Set(fields.map(({ code }) => code));
  if (!isWhole) return 'not_shown';
  if (isIssued && codes.has('issued')) return 'issued';
  if (codes.has('result_not_issued')) return 'result_not_issued';
  const [only] = codes.size === 1 ? codes : [];
  return only ?? 'no_eligible_record';
}

function queryCodeOf(
  { isWhole, isIssued, chosen }: DecidedOutputs,
  sections: readonly SectionExplanation[],
): readonly [QueryExplanation['code'], string?] {
  if (isIssued) return ['issued'];
  if (!isWhole) return ['not_shown'];
  const lacking = sections.flatMap(({ records }) =>
    records.flatMap(({ code, field }) =>
      code === 'required_field_missing' && field ? [field] : [],
    ),
  );
  const missing = sections.flatMap(({ fields }) =>
    fields.flatMap(({ isRequired, code, field }) =>
      isRequired && code !== 'result_not_issued' ? [field] : [],
    ),
  );
  const isChosen = [...chosen.values()].some((records) => records.length > 0);
  return noTemplateAnswer({ lacking, missing, isChosen });
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

/** The rules of the template and, for a bundle, of the data sets of a group. */
function limitsIn(
  { template, rules, parts }: DecidedOutputs,
  group: Group,
  requested: readonly string[] | undefined,
  { readsPolicy }: ExplanationReader,
): Limit[] {
  const fields = namedOutputs(template, group).map(({ name }) => name);
  return rules.flatMap((applied): Limit[] => [
    ...limitsOf(
      applied,
      { model: template.slug, fields },
      requested,
      readsPolicy(applied.networkId),
    ),
    ...groupPartsOf(template).flatMap(({ group: own, dataset, reads }) => {
      if (own !== group || dataset === template.slug) return [];
      const part = parts.get(dataset)?.[applied.place];
      const section = { model: dataset, fields: reads.map(({ field }) => field), dataset };
      return part
        ? limitsOf(part, section, undefined, readsPolicy(applied.networkId))
        : [closedDataset(applied, dataset)];
    }),
  ]);
}

function closedDataset({ networkId }: AppliedRules, model: string): Limit {
  const code = 'dataset_closed';
  return { networkId, model, code, field: null, sentence: LIMIT_SENTENCES[code]({}) };
}
