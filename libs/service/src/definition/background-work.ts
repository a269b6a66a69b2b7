/** A loop of a serving process beside requests. A command of the service runs without it. */
export interface BackgroundWork {
  /** Has no effect if it runs already. */
  start(): void;
  /** Finishes the work in hand. */
  stop(): Promise<void>;
}
