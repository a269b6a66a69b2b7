import type { DraftSummary, PolicyChange } from '@ndx/client';

/** The members that a comparison shares with the summary of a draft. */
type Compared = Pick<DraftSummary, 'effect' | 'explanation' | 'changes'>;

/** A comparison as a person reads it: the effect, then each rule before and after. */
export function comparisonText({ effect, explanation, changes }: Compared): string {
  return [`${effect}: ${explanation}`, ...changes.map(changeText)].join('\n\n');
}

function changeText({ member, effect, before, after, note, ...place }: PolicyChange) {
  const name = [place.model_name, place.field_name, member].filter((part) => part !== null);
  const lines = [`${name.join('.')}: ${effect}`, `- ${before}`, `+ ${after}`];
  return [...lines, ...(note === null ? [] : [`  ${note}`])].join('\n');
}
