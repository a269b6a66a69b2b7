import type { ModelSelection, QueryEvent, Verdict } from '@ndx/contracts';
import { appliedRules, partRules, recordsOf } from '../explanation/explained-query.js';
import { HIDDEN_BY_CONSENT } from '../explanation/explanation-reader.js';
import { RECORD_SENTENCES, VALUE_SENTENCES } from '../explanation/sentences.js';
import { outcomeOf } from './outcome-of.js';
import { replayCertificate, type FurnishedRecord, type PastQuery } from './replay-certificate.js';
import { replayTemplate, type PastTemplateQuery, type TemplateReplay } from './replay-template.js';

/** How a past query would have been answered under another policy. */
export interface Simulation {
  readonly outcome: QueryEvent['outcome'];
  /** The considered records of which a governor may know, with their verdicts then and now. */
  readonly records: readonly SimulatedRecord[];
}

export interface SimulatedRecord {
  /** The model of a product, or the data set of a template's value. */
  readonly model: string;
  /** The field of a template's value. */
  readonly field: string | null;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recorded: Verdict;
  readonly simulated: Verdict;
  readonly sentence: string;
}

/** Whether a governor may see the verdict. */
const mayShow = (verdict: Verdict | undefined): verdict is Verdict =>
  verdict !== undefined && !HIDDEN_BY_CONSENT.has(verdict);

/** A query of a product under other selections. Consent is not changed by a policy. */
export function simulateCertificate(
  query: PastQuery,
  records: ReadonlyMap<string, FurnishedRecord>,
  draft: readonly ModelSelection[],
): Simulation {
  const { body, judgements } = replayCertificate(query, records, draft);
  const rules = appliedRules(query);
  const before = new Map(
    query.product.models.flatMap(({ name }) =>
      recordsOf(query.decision, rules, name).flatMap((record) =>
        // A draft may make the furnisher's other record the known one.
        [record.recordId, record.otherRecordId].map(
          (id) => [`${name} ${id ?? ''}`, record] as const,
        ),
      ),
    ),
  );
  return {
    outcome: outcomeOf(body),
    records: judgements.flatMap(({ candidate, verdict, field }) => {
      const { model, recordId, networkId, furnishingEntityId } = candidate;
      const recorded = before.get(`${model} ${recordId}`)?.verdict;
      if (!mayShow(recorded) || !mayShow(verdict)) return [];
      const sentence = RECORD_SENTENCES[verdict]({ field, days: daysIn(draft, model) });
      const record = { model, field: null, networkId, furnishingEntityId, sentence };
      return [{ ...record, recorded, simulated: verdict }];
    }),
  };
}

/** A query of a template under other selections; the data sets of a bundle keep their policies. */
export function simulateTemplate(
  query: PastTemplateQuery,
  replay: TemplateReplay & { readonly draft: readonly ModelSelection[] },
): Simulation {
  const { ids } = query.decision;
  const { values, fields } = query.decided;
  const { slug } = query.template;
  const { draft } = replay;
  const parts = partRules(query);
  const before = new Map(
    Object.entries(values).flatMap(([dataset, groups]) =>
      groups.flatMap(([, , record, , verdict, ofFields]) =>
        ofFields.map(
          (field) => [`${dataset} ${ids[record] ?? ''} ${fields[field] ?? ''}`, verdict] as const,
        ),
      ),
    ),
  );
  const { body, judgements } = replayTemplate(query, replay);
  return {
    outcome: outcomeOf(body),
    records: judgements.flatMap(({ value, verdict, excludedIn = slug }) => {
      const { dataset, field, recordId, networkId, furnishingEntityId } = value;
      const recorded = before.get(`${dataset} ${recordId} ${field}`);
      if (!mayShow(recorded) || !mayShow(verdict)) return [];
      const part = excludedIn === slug ? undefined : parts.get(excludedIn);
      const applied = part?.find((rules) => rules?.networkId === networkId);
      const sentence = VALUE_SENTENCES[verdict]({
        dataset: part && excludedIn,
        days: daysIn(applied?.selections ?? draft, excludedIn),
      });
      const record = { model: dataset, field, networkId, furnishingEntityId, sentence };
      return [{ ...record, recorded, simulated: verdict }];
    }),
  };
}

/** The maximum age of a record under a policy, if any. */
function daysIn(selections: readonly ModelSelection[], model: string): number | null | undefined {
  return selections.find(({ model_name }) => model_name === model)?.max_age_days;
}
