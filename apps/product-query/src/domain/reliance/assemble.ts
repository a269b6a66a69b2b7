import { kybCertificate, templateBySlug, type Template } from '@ndx/catalog';
import type { ModelSelection, QueryEvent } from '@ndx/contracts';
import { decidedAt, type Decision } from '../decision/decision.js';
import type { RecordedQuery, SelectionsOf } from '../explanation/explained-query.js';
import { replayCertificate } from '../replay/replay-certificate.js';
import { pastInput } from '../replay/replay-template.js';
import { furnishedRecords, type FurnishedRecords } from '../replay/past-candidates.js';
import type { FurnishedRecord } from '../statements.js';
import { recordsOf } from '../template/choose-groups.js';
import { readRecords } from '../template/read-records.js';
import { templateAnswer } from '../template/template-answer.js';
import type { ShownDecision } from './answer-contents.js';
import { STATED_BUSINESS, type PolicyFile, type RecordFile } from './member-shapes.js';

/** The texts of the JSON members of a reliance file, by path. */
export type MemberTexts = Readonly<Record<string, string>>;

/**
 * Assembles the answer again from the members of a reliance file: the entry point of `assembly.mjs`.
 * @returns the answer as JSON text; null without a result
 */
export function assemble(members: MemberTexts): string | null {
  const { query, records } = inputsIn(members);
  if (!query.decision.template) {
    return replayCertificate({ ...query, product: kybCertificate }, records).body ?? null;
  }
  const made = templateOutputs(query, records);
  if (!made) return null;
  const outputs = { ...made, ...query.decision.computed };
  const isMissing = templateIn(query).outputs.some(
    ({ name, required }) => required && (outputs[name] ?? null) === null,
  );
  return isMissing ? null : JSON.stringify(outputs);
}

/** The outputs of an answer that the members do not make, because they are computed from hidden values. */
export function outputsBeyond(members: MemberTexts, answer: string): Record<string, unknown> {
  const { query, records } = inputsIn(members);
  const made = templateOutputs(query, records) ?? {};
  const issued = JSON.parse(answer) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(issued).filter(
      ([name, value]) => JSON.stringify(made[name]) !== JSON.stringify(value),
    ),
  );
}

interface FileQuery extends RecordedQuery {
  readonly event: QueryEvent;
  readonly decision: Decision & Pick<ShownDecision, 'computed'>;
}

function inputsIn(members: MemberTexts) {
  const read = (path: string): unknown => JSON.parse(members[path] ?? 'null');
  const event = read('event.json') as QueryEvent;
  const { consents } = read('consent.json') as Required<Pick<Decision, 'consents'>>;
  const decision = { ...(read('decision.json') as ShownDecision), consents };
  const selectionsOf = selectionsIn(read('policy.json') as PolicyFile);
  const query: FileQuery = { event, decision, selectionsOf };
  const records = Object.keys(members)
    .filter((path) => path.startsWith('records/'))
    .map((path) => furnishedRecord(read(path) as RecordFile, query));
  return { query, records: furnishedRecords(records) };
}

function templateIn({ event }: FileQuery): Template {
  const template = templateBySlug(event.product_slug);
  if (!template) throw new Error(`the catalogue has no template ${event.product_slug}`);
  return template;
}

/**
 * Every output in catalogue order, null where the chosen records do not make it; undefined without
 * a record.
 */
function templateOutputs(query: FileQuery, records: FurnishedRecords) {
  const { template: decided } = query.decision;
  if (!decided || records.size === 0) return undefined;
  const template = templateIn(query);
  const open = (_dataset: string, _field: string, value: unknown) => value;
  const input = pastInput({ ...query, template, decided }, { open, records });
  const readings = readRecords(input);
  const chosen = template.groups.flatMap(({ name }) =>
    recordsOf(input, readings, name).map((own) => [name, own] as const),
  );
  const queryId = query.event.query_event_id;
  const { outputs = {} } = templateAnswer({ ...input, choice: new Map(chosen), queryId });
  return Object.fromEntries(template.outputs.map(({ name }) => [name, outputs[name] ?? null]));
}

function selectionsIn({ policies }: PolicyFile): SelectionsOf {
  const known = new Map(
    policies.map(({ policy_id, version, model_selections }) => [
      `${policy_id} ${String(version)}`,
      model_selections as readonly ModelSelection[],
    ]),
  );
  return (policyId, version) => {
    const selections = known.get(`${policyId} ${String(version)}`);
    if (!selections) throw new Error(`policy.json lacks version ${version} of ${policyId}`);
    return selections;
  };
}

/**
 * A record with its visible values. The time of furnishing is not among them: the time of the query
 * stands for it, as the record was chosen by then.
 */
function furnishedRecord(file: RecordFile, { event, decision }: FileQuery): FurnishedRecord {
  const models: Record<string, Record<string, unknown>> = {};
  for (const { model, field, json } of file.fields) {
    if (json !== undefined) (models[model] ??= {})[field] = JSON.parse(json);
  }
  const { [STATED_BUSINESS]: stated, ...sections } = models;
  const [dataset = ''] = file.fields.map(({ model }) => model);
  return {
    record_id: file.record_id,
    network_id: file.network_id,
    furnishing_entity_id: file.furnishing_entity_id,
    subject_id: event.subject_id ?? '',
    subject_type: event.subject_type,
    furnished_at: new Date(decidedAt(event, decision)).toISOString(),
    ...(decision.template
      ? { dataset, stated_business: null, models }
      : {
          dataset: kybCertificate.slug,
          stated_business: stated ? { ...NOT_STATED, ...stated } : null,
          models: Object.fromEntries(
            Object.entries(sections).map(([name, values]) => [
              name,
              { assertions: values, data: values },
            ]),
          ),
        }),
  };
}

const NOT_STATED = {
  business_legal_name: null,
  business_jurisdiction_of_formation: null,
  business_registration_identifier: null,
};
