import { median } from './percentile.js';

type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One number of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Unit of the value, e.g. `us` or `records/s`; empty for a ratio. */
  readonly unit: string;
  readonly goal?: Goal;
  /** The values of the rounds in order; `value` is their median. */
  readonly rounds?: readonly number[];
}

/** The median of the rounds. */
export function figureOf(
  name: string,
  unit: string,
  rounds: readonly number[],
  goal?: Goal,
): Figure {
  return { name, value: median(rounds), unit, rounds, ...(goal && { goal }) };
}

export interface BenchContext {
  /** Number of alternating measurements of each side. */
  readonly rounds: number;
  /** Whether this is a smoke test with far fewer requests and rows. */
  readonly isQuick: boolean;
  /** A folder for this measurement only; it does not exist yet. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** A measurement of `npm run bench`. */
export interface Measurement {
  /** Its name for `--only`. */
  readonly name: string;
  /** The two compared sides, in one sentence. */
  readonly about: string;
  run(context: BenchContext): Promise<readonly Figure[]>;
}
