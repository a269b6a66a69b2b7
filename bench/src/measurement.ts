/** One number of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Of the value, e.g. `us` or `records/s`; `` for a ratio. */
  readonly unit: string;
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** What the value is the median of, in the order in which they were taken. */
  readonly rounds?: readonly number[];
}

export interface BenchContext {
  /** How often each side is measured, in turn. */
  readonly rounds: number;
  /** Whether it should only be seen that everything works: far fewer requests and rows. */
  readonly isQuick: boolean;
  /** A folder of the measurement's own, which does not exist yet. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** What `npm run bench` can measure. */
export interface Measurement {
  /** As `--only` names it. */
  readonly name: string;
  /** What is compared with what, in a sentence. */
  readonly about: string;
  run(context: BenchContext): Promise<readonly Figure[]>;
}
