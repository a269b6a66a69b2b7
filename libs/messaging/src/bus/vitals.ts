import type { SubscriptionState } from './port.js';

/** Below the ten seconds within which readiness reports a dead consumer. */
const STALL_TIMEOUT_MS = 8_000;

/** A batch that a subscription is delivering. */
export interface BatchInHand {
  /** An event of it has been dealt with. */
  progressed(): void;
  /** A try at it failed; it is delivered again. */
  failed(error: unknown): void;
  /** It is done, or given up. */
  end(): void;
}

/**
 * What the parts of a subscription say about themselves, and the state that follows from it. A part
 * that is well says so again and again: one that has quietly stopped is missed.
 */
export class Vitals {
  private trouble: unknown;
  private aliveAt = performance.now();
  private readonly inHand = new Set<{ progressAt: number; failure?: unknown }>();

  /** @param stallTimeoutMs maximum time without a heartbeat, and of one handler call, before the consumer counts as stalled */
  constructor(private readonly stallTimeoutMs = STALL_TIMEOUT_MS) {}

  /** The bus was heard. */
  alive(): void {
    this.aliveAt = performance.now();
  }

  /** The bus cannot be read, for now. */
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

  /** How long nothing was heard of the bus, in milliseconds. */
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
