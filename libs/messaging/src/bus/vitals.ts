import type { SubscriptionState } from './port.js';

/** Below the ten seconds within which readiness reports a dead consumer. */
const STALL_TIMEOUT_MS = 8_000;

/** A batch in delivery. */
export interface BatchInHand {
  /** Called for each finished event. */
  progressed(): void;
  /** Called after a failed attempt; the batch is delivered again. */
  failed(error: unknown): void;
  /** Called when the batch is finished or abandoned. */
  end(): void;
}

/**
 * Derives the state of a subscription from the reports of its parts. Healthy parts report
 * repeatedly, so that a silently stopped one is detected.
 */
export class Vitals {
  private trouble: unknown;
  private aliveAt = performance.now();
  private readonly inHand = new Set<{ progressAt: number; failure?: unknown }>();

  /** @param stallTimeoutMs maximum time without a heartbeat, and of one handler call, before the consumer counts as stalled */
  constructor(private readonly stallTimeoutMs = STALL_TIMEOUT_MS) {}

  /** Reports contact with the bus. */
  alive(): void {
    this.aliveAt = performance.now();
  }

  /** Reports a failed read of the bus. */
  failed(error: unknown): void {
    this.trouble = error;
    this.alive();
  }

  recovered(): void {
    this.trouble = undefined;
    this.alive();
  }

  begin(): BatchInHand {
    const batch: { progressAt: number; failure?: unknown } = { progressAt: performance.now() };
    this.inHand.add(batch);
    const progressed = () => (batch.progressAt = performance.now());
    return {
      progressed,
      failed: (error) => {
        batch.failure = error;
        progressed();
      },
      end: () => this.inHand.delete(batch),
    };
  }

  /** Time since the last contact with the bus, in milliseconds. */
  get silentMs(): number {
    return performance.now() - this.aliveAt;
  }

  state(): Exclude<SubscriptionState, 'stopped'> {
    const batches = [...this.inHand];
    const late = performance.now() - this.stallTimeoutMs;
    if (batches.some(({ progressAt }) => progressAt < late)) return 'stuck';
    if (this.trouble !== undefined || batches.some(({ failure }) => failure !== undefined)) {
      return 'recovering';
    }
    return this.silentMs > this.stallTimeoutMs ? 'silent' : 'running';
  }
}
