import type { SimulatedOutcomeCount } from '@ndx/client';
import { inWords } from '../parts/words.js';

const WORDS: Readonly<Record<SimulatedOutcomeCount['simulated_outcome'], string>> = {
  issued: '200 Result',
  no_result: '204 No result',
  refused: '403 Refused',
};

/** The outcome of a query, with the reason of a refusal. */
export function outcomeInWords(
  outcome: SimulatedOutcomeCount['simulated_outcome'],
  reason: SimulatedOutcomeCount['simulated_reason'],
): string {
  return reason === null ? WORDS[outcome] : `${WORDS[outcome]}: ${inWords(reason)}`;
}
