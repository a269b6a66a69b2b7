import type { ExplanationCode } from '@ndx/client';
import type { Tone } from '../parts/flow-layout.js';

const GOOD: readonly ExplanationCode[] = ['issued', 'chosen', 'eligible'];
const NEUTRAL: readonly ExplanationCode[] = [
  'result_not_issued',
  'not_stated',
  'not_shown',
  'not_recorded',
];

/** Whether a code says that something is in the answer, was excluded from it, or neither. */
export function toneOf(code: ExplanationCode): Tone {
  if (GOOD.includes(code)) return 'good';
  return NEUTRAL.includes(code) || code.startsWith('outranked') ? 'neutral' : 'bad';
}
