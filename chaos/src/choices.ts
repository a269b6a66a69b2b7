import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

/** How many answers are drawn at once. */
const DRAWN = 200;

/**
 * What a run leaves to chance, so that its seed repeats it: every question has a sequence of answers
 * of its own, whatever else is asked meanwhile.
 */
export class Choices {
  constructor(readonly seed: number) {}

  /** Endless. The question names the sequence; the arbitrary says what may come. */
  *of<Answer>(question: string, arbitrary: Arbitrary<Answer>): Generator<Answer, never> {
    for (let part = 0; ; part += 1) {
      const seed = hash(`${this.seed}/${question}/${part}`);
      yield* fc.sample(arbitrary, { seed, numRuns: DRAWN });
    }
  }
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE(0);
}
