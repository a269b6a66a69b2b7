import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';

/** Number of answers drawn at once. */
const DRAWN = 200;

/**
 * The random choices of a run, repeatable by its seed: every question has its own sequence of
 * answers, independent of other questions.
 */
export class Choices {
  constructor(readonly seed: number) {}

  /** Endless. The question names the sequence; the arbitrary defines the possible answers. */
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
