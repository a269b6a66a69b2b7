import { verdictDifference } from './compare-replay.js';
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
    verdictDifference(query, replayed.judgements) ??
    firstDifference(decided.absent, absentIn(replayed), ['absent']) ??
    firstDifference(decided.answer, answer, ['answer'])
  );
}

function absentIn({ outputs }: ReplayedTemplate): string[] | undefined {
  return outputs && Object.keys(outputs).filter((name) => outputs[name] === null);
}
