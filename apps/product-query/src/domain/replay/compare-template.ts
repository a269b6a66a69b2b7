import { firstDifference, type Difference } from './first-difference.js';
import { outcomeOf } from './outcome-of.js';
import type { PastTemplateQuery, ReplayedTemplate } from './replay-template.js';

/**
 * The first difference between a stored decision on a template query and a replay: of the outcome,
 * of a verdict, of the outputs without a value, of the answer. The answer is not stored, only its
 * keyed hash, so it differs as a whole.
 */
export function compareTemplateReplay(
  query: PastTemplateQuery,
  replayed: ReplayedTemplate,
  hashOf: (answer: string) => string,
): Difference | undefined {
  const { event, decided } = query;
  const answer = replayed.body === undefined ? undefined : hashOf(replayed.body);
  return (
    firstDifference(event.outcome, outcomeOf(replayed.body), ['outcome']) ??
    firstDifference(decidedVerdicts(query), replayedVerdicts(replayed), ['decision']) ??
    firstDifference(decidedAbsent(query), replayedAbsent(replayed), ['absent']) ??
    firstDifference(decided.answer, answer, ['answer'])
  );
}

type Entries = readonly (readonly [string, string])[];

function decidedVerdicts({ decision: { ids }, decided, template }: PastTemplateQuery) {
  return verdicts(
    Object.entries(decided.values).flatMap(([dataset, groups]) =>
      groups.flatMap(([, , record, , verdict, fields, excludedIn = template.slug]) =>
        fields.map((field): Entries[number] => [
          `${dataset}.${ids[record] ?? ''}.${decided.fields[field] ?? ''}`,
          isRuled(verdict) ? `${verdict} in ${excludedIn}` : verdict,
        ]),
      ),
    ),
  );
}

function replayedVerdicts({ judgements }: ReplayedTemplate) {
  return verdicts(
    judgements.map(({ value, verdict, excludedIn }) => [
      `${value.dataset}.${value.recordId}.${value.field}`,
      excludedIn === undefined ? verdict : `${verdict} in ${excludedIn}`,
    ]),
  );
}

function isRuled(verdict: string): boolean {
  return verdict !== 'chosen' && !verdict.startsWith('outranked');
}

/** Verdicts in an order that does not depend on the stored one. */
function verdicts(entries: Entries): Readonly<Record<string, string>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function decidedAbsent({ decided: { absent, fields } }: PastTemplateQuery) {
  return absent?.map((field) => fields[field] ?? '').sort();
}

function replayedAbsent({ outputs }: ReplayedTemplate) {
  return (
    outputs &&
    Object.keys(outputs)
      .filter((name) => outputs[name] === null)
      .sort()
  );
}
