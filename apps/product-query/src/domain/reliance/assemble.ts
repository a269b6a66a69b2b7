import { kybCertificate } from '@ndx/catalog';
import type { ModelSelection, QueryEvent } from '@ndx/contracts';
import type { Decision } from '../decision/decision.js';
import type { FurnishedRecord } from '../statements.js';
import { replayCertificate } from '../replay/replay-certificate.js';
import type { SelectionsOf } from '../explanation/explained-query.js';
import { STATED_BUSINESS, type PolicyFile, type RecordFile } from './member-shapes.js';

/** The texts of the JSON members of a reliance file, by path. */
export type MemberTexts = Readonly<Record<string, string>>;

/**
 * Assembles the answer again from the members of a reliance file: the entry point of `assembly.mjs`.
 * @returns the answer as JSON text; null without a result
 */
export function assemble(members: MemberTexts): string | null {
  const read = (path: string): unknown => JSON.parse(members[path] ?? 'null');
  const event = read('event.json') as QueryEvent;
  const { consents } = read('consent.json') as Required<Pick<Decision, 'consents'>>;
  const decision = { ...(read('decision.json') as Decision), consents };
  const selectionsOf = selectionsIn(read('policy.json') as PolicyFile);
  const records = Object.keys(members)
    .filter((path) => path.startsWith('records/'))
    .map((path) => furnishedRecord(read(path) as RecordFile, event));
  const byId = new Map(records.map((record) => [record.record_id, record]));
  return (
    replayCertificate({ event, decision, selectionsOf, product: kybCertificate }, byId).body ?? null
  );
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
function furnishedRecord(file: RecordFile, event: QueryEvent): FurnishedRecord {
  const models: Record<string, Record<string, unknown>> = {};
  for (const { model, field, json } of file.fields) {
    if (json !== undefined) (models[model] ??= {})[field] = JSON.parse(json);
  }
  const { [STATED_BUSINESS]: stated, ...sections } = models;
  return {
    record_id: file.record_id,
    network_id: file.network_id,
    furnishing_entity_id: file.furnishing_entity_id,
    subject_id: event.subject_id ?? '',
    subject_type: event.subject_type,
    furnished_at: event.occurred_at,
    dataset: kybCertificate.slug,
    stated_business: stated ? { ...NOT_STATED, ...stated } : null,
    models: Object.fromEntries(
      Object.entries(sections).map(([name, values]) => [
        name,
        { assertions: values, data: values },
      ]),
    ),
  };
}

const NOT_STATED = {
  business_legal_name: null,
  business_jurisdiction_of_formation: null,
  business_registration_identifier: null,
};
