/** One number of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Unit of the value, e.g. `us` or `records/s`; empty for a ratio. */
  readonly unit: string;
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** The values of the rounds in order; `value` is their median. */
  readonly rounds?: readonly number[];
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
