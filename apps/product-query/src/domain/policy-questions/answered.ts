import type { PolicyTest } from '../policy-test/policy-test.js';
import type { PolicyAnswer } from './policy-question.js';

/** The answer with its smallest case; without one, "no". */
export function answered(
  { decided }: { readonly decided: number },
  test: PolicyTest | undefined,
  {
    yes,
    no,
    dimensions,
    outside,
  }: { yes: string; no: string; dimensions: readonly string[]; outside: readonly string[] },
): PolicyAnswer {
  const enumerated = { worlds: decided, dimensions };
  if (!test) return { answer: 'no', sentence: `No: ${no}.`, enumerated, outside };
  const world = { ...test, name: yes };
  return { answer: 'yes', sentence: `Yes: ${yes}.`, enumerated, outside, world };
}
