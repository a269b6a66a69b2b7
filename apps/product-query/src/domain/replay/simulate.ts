import type { NoResultReason, QueryEvent, Verdict } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { compareText } from '../compare-text.js';
import type { Decision } from '../decision/decision.js';
import {
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
import type { RecordsRead } from '../simulation/section-outline.js';
import { draftRules, type Draft, type RefusedQuery } from './draft-rules.js';
import type { FurnishedRecords } from './past-candidates.js';
import { assembleAgain, type PastQuery } from './replay-certificate.js';
import { templateAgain, type PastTemplateQuery, type TemplateReplay } from './replay-template.js';

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

/**
 * A query of a product under another policy.
 * @param read how much of the records of each section was read; undefined: everything
 * @throws UnreadRecordError when the result depends on more
 */
export function simulateCertificate(
  query: PastQuery,
  records: FurnishedRecords,
  draft: Draft,
  read?: RecordsRead,
): Simulation {
  const rules = draftRules(query, query.product, draft);
  if ('reason' in rules) return refusedBy(rules);
  const { applied } = rules;
  const { assembly, judgements } = assembleAgain(query, records, applied, read);
  const lacking = query.product.models.filter(({ name }) => !isChosen(judgements, name));
  const models = lacking.map(({ name }) => name);
  const sentenceOf = ({ candidate: { model, networkId }, verdict, field }: Judgement) =>
    RECORD_SENTENCES[verdict]({ field, days: daysIn(applied, networkId, model) });
  const shown = simulated(query, judgements, sentenceOf);
  return answered(assembly !== undefined, noCertificate(applied, models), shown, applied);
}

const isChosen = (judgements: readonly Judgement[], model: string) =>
  judgements.some(({ candidate, verdict }) => candidate.model === model && verdict === 'chosen');

/**
 * A query of a template under another policy: of the template, or of a data set of a bundle.
 * @throws UnreadRecordError when its records were not read and it would not be refused
 */
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
  const { answer, outputs, judgements } = templateAgain(query, { ...replay, ...rules });
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
  const shown = simulated(query, judgements, sentenceOf);
  return answered(answer !== undefined, noAnswer, shown, applied);
}

const refusedBy = ({ reason }: RefusedQuery): Simulation => ({
  outcome: 'refused',
  reason,
  records: [],
  rules: [],
});

const answered = (
  isIssued: boolean,
  [reason]: NoResult,
  records: Simulation['records'],
  rules: Simulation['rules'],
): Simulation => ({
  outcome: isIssued ? 'issued' : 'no_result',
  reason: isIssued ? null : reason,
  records,
  rules,
});

function simulated(
  query: RecordedQuery,
  judgements: readonly Judgement[],
  sentenceOf: (judgement: Judgement) => string,
): SimulatedRecord[] {
  const before = recordedVerdicts(query.decision);
  // Records that consent hides influence the order of the judgements.
  const placed = judgements.map((judgement) => ({ place: placeOf(judgement), judgement }));
  placed.sort((a, b) => compareText(a.place, b.place));
  const records: SimulatedRecord[] = [];
  for (const { judgement } of placed) {
    const { candidate, verdict, field = null } = judgement;
    const { model, recordId, networkId, furnishingEntityId } = candidate;
    const recorded = before.get(`${model} ${recordId}`);
    if (!mayShow(recorded) || !mayShow(verdict)) continue;
    const sentence = sentenceOf(judgement);
    records.push({
      ...{ model, field, networkId, furnishingEntityId, recorded, simulated: verdict, sentence },
    });
  }
  return records;
}

/** The verdicts by model and record. */
function recordedVerdicts({ ids, models }: Decision): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const [model, considered] of Object.entries(models)) {
    for (const record of considered) {
      const other = record[6] ?? null;
      verdicts.set(`${model} ${ids[record[2]] ?? ''}`, record[4]);
      // A draft may make the furnisher's other record the known one.
      if (other !== null) verdicts.set(`${model} ${ids[other] ?? ''}`, record[4]);
    }
  }
  return verdicts;
}

function placeOf({ candidate: { model, networkId, furnishingEntityId, recordId } }: Judgement) {
  return `${model} ${networkId} ${furnishingEntityId} ${recordId}`;
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
