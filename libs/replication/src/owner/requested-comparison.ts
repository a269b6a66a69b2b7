import { sleep, type StatefulServiceName } from '@ndx/contracts';
import type { MessagingLogger } from '@ndx/messaging';
import type { ReadModelComparison } from './comparison.js';

/** Between two requests for work: queries of the subscriber wait this much longer. */
const ASK_EVERY_MS = 2_000;

/** The same after the start of this process: databases may have started with it. */
const AFTER_START = { everyMs: 250, forMs: 15_000 };

/** The client for the incarnation of a subscriber's database. */
export interface SubscribersIncarnation {
  /**
   * @param compared the incarnation with whose read models the caller has compared all its
   *   aggregates
   * @returns the incarnation that needs a comparison; undefined for none
   */
  confirm(service: StatefulServiceName, compared: number | null): Promise<number | undefined>;
}

export interface RequestedComparisonOptions {
  /** The services to which the owner delivers changes directly. */
  readonly subscribers: readonly StatefulServiceName[];
  /** Required with subscribers. */
  readonly incarnations?: SubscribersIncarnation;
  readonly comparison: Pick<ReadModelComparison, 'confirm'>;
  readonly logger: MessagingLogger;
}

/**
 * Compares the read models of a subscriber at once when its database has another incarnation: its
 * queries wait for the comparison (replication 6).
 */
export class RequestedComparison {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> | undefined;

  constructor(private readonly options: RequestedComparisonOptions) {}

  start(): void {
    this.running ??= Promise.all(
      this.options.subscribers.map((subscriber) => this.serve(subscriber)),
    );
  }

  /** Completes a comparison in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async serve(subscriber: StatefulServiceName): Promise<void> {
    const { logger } = this.options;
    const { signal } = this.stopping;
    const startedAt = performance.now();
    for (let isFailing = false; !signal.aborted;) {
      const fault = await this.compareIfDue(subscriber).then(
        () => undefined,
        (error: unknown) => ({ err: error }),
      );
      // Once for each outage.
      if (fault && !isFailing) {
        logger.warn(
          { ...fault, subscriber },
          'comparing after a start of a database failed; retrying',
        );
      }
      isFailing = fault !== undefined;
      const isStart = performance.now() - startedAt < AFTER_START.forMs;
      await sleep(isStart ? AFTER_START.everyMs : ASK_EVERY_MS, signal);
    }
  }

  private async compareIfDue(subscriber: StatefulServiceName): Promise<void> {
    const due = await this.incarnations.confirm(subscriber, null);
    if (due === undefined) return;
    const startedAt = performance.now();
    const repaired = await this.options.comparison.confirm(subscriber);
    await this.incarnations.confirm(subscriber, due);
    const duration_ms = Math.round(performance.now() - startedAt);
    this.options.logger.info(
      { subscriber, repaired, duration_ms },
      'compared the read models after a start of their database',
    );
  }

  private get incarnations(): SubscribersIncarnation {
    const { incarnations } = this.options;
    if (!incarnations) throw new Error('there is no client for the incarnations of subscribers');
    return incarnations;
  }
}
