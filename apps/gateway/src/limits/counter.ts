/** The state of a name's quota after a request. */
export interface Count {
  /** Including the current request, which is not counted beyond the limit. */
  readonly used: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  readonly freesInMs: number;
}

/** Counts requests by name in a window that slides. */
export interface Counter {
  count(name: string, limit: number): Promise<Count>;
}

export const WINDOW_SECONDS = 60;
