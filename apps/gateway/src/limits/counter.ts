/** The count of a name in its current window. */
export interface Count {
  /** Including the current request. */
  readonly used: number;
  /** Milliseconds until the count resets. */
  readonly resetsInMs: number;
}

/** Counts by name, in windows that begin with the first request of each. */
export interface Counter {
  count(name: string): Promise<Count>;
  close(): Promise<void>;
}

export const WINDOW_SECONDS = 60;
