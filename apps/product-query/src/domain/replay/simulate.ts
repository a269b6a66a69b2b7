import type { NoResultReason, QueryEvent, Verdict } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { compareText } from '../compare-text.js';
import {
  appliedRules,
  recordsOf,
  selectionIn,
  type AppliedRules,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import { HIDDEN_BY_CONSENT } from '../explanation/explanation-reader.js';
import {
  namedOutputs,
  noCertificate,
  noTemplateAnswer,
  requiredIn,
  type NoResult,
} from '../explanation/no-result.js';
import { RECORD_SENTENCES, TEMPLATE_SENTENCES } from '../explanation/sentences.js';
import { draftRules, type Draft, type RefusedQuery } from './draft-rules.js';
import { outcomeOf } from './outcome-of.js';
import type { FurnishedRecords } from './past-candidates.js';
import { replayCertificate, type PastQuery } from './replay-certificate.js';
import { replayTemplate, type PastTemplateQuery, type TemplateReplay } from './replay-template.js';

export type SimulatedOutcome = QueryEvent['outcome'] | 'refused';

/** How a past query would have been answered under another policy. */
export interface Simulation {
  readonly outcome: SimulatedOutcome;
  /** Why the query would be refused, or have no result. */
  readonly reason: RefusedQuery['reason'] | NoResultReason | null;
  /** The considered records of which a governor may know, with their verdicts then and now. */
  readonly records: readonly SimulatedRecord[];
  /** The rules of each network under the other policy; none where the query would be refused. */
  readonly rules: readonly AppliedRules[];
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
  const rules = draftRules(query, query.product, draft);
  if ('reason' in rules) return refusedBy(rules);
  const { applied } = rules;
  const { body, judgements } = replayCertificate(query, records, applied);
  const lacking = query.product.models.filter(({ name }) => !isChosen(judgements, name));
  const models = lacking.map(({ name }) => name);
  const sentenceOf = ({ candidate: { model, networkId }, verdict, field }: Judgement) =>
    RECORD_SENTENCES[verdict]({ field, days: daysIn(applied, networkId, model) });
  const shown = simulated(query, judgements, sentenceOf);
  return answered(body, noCertificate(applied, models), shown, applied);
}

const isChosen = (judgements: readonly Judgement[], model: string) =>
  judgements.some(({ candidate, verdict }) => candidate.model === model && verdict === 'chosen');

/** A query of a template under another policy: of the template, or of a data set of a bundle. */
export function simulateTemplate(
  query: PastTemplateQuery,
  replay: TemplateReplay,
  draft: Draft,
): Simulation {
  const { template } = query;
  const { slug } = template;
  const rules = draftRules(query, template, draft);
  if ('reason' in rules) return refusedBy(rules);
  const { applied, parts } = rules;
  const sentenceOf = ({ candidate, verdict, field, excludedIn = slug }: Judgement) => {
    const part = parts.get(excludedIn)?.find((one) => one?.networkId === candidate.networkId);
    const days = daysIn(part ? [part] : applied, candidate.networkId, excludedIn);
    return TEMPLATE_SENTENCES[verdict]({ field, dataset: part && excludedIn, days });
  };
  const { body, judgements, outputs } = replayTemplate(query, { ...replay, ...rules });
  const isRequired = requiredIn(template, applied);
  const missing = template.groups
    .flatMap((group) => namedOutputs(template, group))
    .filter((output) => isRequired(output) && (outputs?.[output.name] ?? null) === null);
  const noAnswer = noTemplateAnswer({
    lacking: judgements.flatMap(({ verdict, field }) =>
      verdict === 'required_field_missing' && field !== undefined ? [field] : [],
    ),
    missing: missing.map(({ name }) => name),
    isChosen: judgements.some(({ verdict }) => verdict === 'chosen'),
  });
  return answered(body, noAnswer, simulated(query, judgements, sentenceOf), applied);
}

const refusedBy = ({ reason }: RefusedQuery): Simulation => ({
  outcome: 'refused',
  reason,
  records: [],
  rules: [],
});

const answered = (
  body: string | undefined,
  [reason]: NoResult,
  records: Simulation['records'],
  rules: Simulation['rules'],
): Simulation => ({
  outcome: outcomeOf(body),
  reason: body === undefined ? reason : null,
  records,
  rules,
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
function daysIn(
  rules: readonly AppliedRules[],
  networkId: string,
  model: string,
): number | null | undefined {
  const applied = rules.find((one) => one.networkId === networkId);
  return applied && selectionIn(applied, model)?.max_age_days;
}
