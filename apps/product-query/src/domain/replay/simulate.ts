import type { ModelSelection, QueryEvent, Verdict } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { compareText } from '../compare-text.js';
import type { Refused } from '../consent/admission.js';
import {
  appliedRules,
  partRules,
  recordsOf,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import { HIDDEN_BY_CONSENT } from '../explanation/explanation-reader.js';
import { RECORD_SENTENCES, TEMPLATE_SENTENCES } from '../explanation/sentences.js';
import { selectionOf } from '../policy/querying-policy.js';
import { draftRules, type Draft } from './draft-rules.js';
import { outcomeOf } from './outcome-of.js';
import type { FurnishedRecords } from './past-candidates.js';
import { replayCertificate, type PastQuery } from './replay-certificate.js';
import { replayTemplate, type PastTemplateQuery, type TemplateReplay } from './replay-template.js';

export type SimulatedOutcome = QueryEvent['outcome'] | 'refused';

/** How a past query would have been answered under another policy. */
export interface Simulation {
  readonly outcome: SimulatedOutcome;
  /** The reason of a refusal. */
  readonly reason: Refused['reason'] | null;
  /** The considered records of which a governor may know, with their verdicts then and now. */
  readonly records: readonly SimulatedRecord[];
}

export interface SimulatedRecord {
  /** The section of a product; of a template the data set, or the group that it declares. */
  readonly model: string;
  /** The field that the simulated verdict is about. */
  readonly field: string | null;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recorded: Verdict;
  readonly simulated: Verdict;
  readonly sentence: string;
}

/** Whether a governor of networks may simulate a query: the result depends on the records of each. */
export function maySimulate(
  governed: readonly string[],
  { network_ids }: Pick<QueryEvent, 'network_ids'>,
): boolean {
  return network_ids.every((id) => governed.includes(id));
}

/** Whether a governor may see the verdict. */
const mayShow = (verdict: Verdict | undefined): verdict is Verdict =>
  verdict !== undefined && !HIDDEN_BY_CONSENT.has(verdict);

/** A query of a product under another policy. */
export function simulateCertificate(
  query: PastQuery,
  records: FurnishedRecords,
  draft: Draft,
): Simulation {
  const applied = draftRules(query, query.product, draft);
  if ('reason' in applied) return refusedBy(applied);
  const { body, judgements } = replayCertificate(query, records, applied);
  const sentenceOf = ({ candidate: { model }, verdict, field }: Judgement) =>
    RECORD_SENTENCES[verdict]({ field, days: daysIn(draft.modelSelections, model) });
  return answered(body, simulated(query, judgements, sentenceOf));
}

/** A query of a template under another policy; the data sets of a bundle keep their policies. */
export function simulateTemplate(
  query: PastTemplateQuery,
  replay: TemplateReplay,
  draft: Draft,
): Simulation {
  const { slug } = query.template;
  const applied = draftRules(query, query.template, draft);
  if ('reason' in applied) return refusedBy(applied);
  const parts = partRules(query);
  const sentenceOf = ({ candidate, verdict, field, excludedIn = slug }: Judgement) => {
    const part = parts.get(excludedIn)?.find((one) => one?.networkId === candidate.networkId);
    const days = daysIn(part?.selections ?? draft.modelSelections, excludedIn);
    return TEMPLATE_SENTENCES[verdict]({ field, dataset: part && excludedIn, days });
  };
  const { body, judgements } = replayTemplate(query, { ...replay, applied });
  return answered(body, simulated(query, judgements, sentenceOf));
}

const refusedBy = ({ reason }: Refused): Simulation => ({
  outcome: 'refused',
  reason,
  records: [],
});

const answered = (body: string | undefined, records: Simulation['records']): Simulation => ({
  outcome: outcomeOf(body),
  reason: null,
  records,
});

function simulated(
  query: RecordedQuery,
  judgements: readonly Judgement[],
  sentenceOf: (judgement: Judgement) => string,
): SimulatedRecord[] {
  const rules = appliedRules(query);
  const before = new Map(
    Object.keys(query.decision.models).flatMap((model) =>
      recordsOf(query.decision, rules, model).flatMap(({ recordId, otherRecordId, verdict }) =>
        // A draft may make the furnisher's other record the known one.
        [recordId, otherRecordId].map((id) => [`${model} ${id ?? ''}`, verdict] as const),
      ),
    ),
  );
  // Records that consent hides influence the order of the judgements.
  const sorted = [...judgements].sort((a, b) => compareText(placeOf(a), placeOf(b)));
  return sorted.flatMap((judgement) => {
    const { candidate, verdict, field = null } = judgement;
    const { model, recordId, networkId, furnishingEntityId } = candidate;
    const recorded = before.get(`${model} ${recordId}`);
    if (!mayShow(recorded) || !mayShow(verdict)) return [];
    const sentence = sentenceOf(judgement);
    return [
      { model, field, networkId, furnishingEntityId, recorded, simulated: verdict, sentence },
    ];
  });
}

function placeOf({ candidate: { model, networkId, furnishingEntityId, recordId } }: Judgement) {
  return [model, networkId, furnishingEntityId, recordId].join(' ');
}

/** The maximum age of a record under a policy, if any. */
function daysIn(modelSelections: readonly ModelSelection[], model: string) {
  return selectionOf({ modelSelections }, model)?.max_age_days;
}
