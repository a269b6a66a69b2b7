import {
  EVENTS,
  operationFailed,
  Pause,
  sleep,
  type EventDeclaration,
  type StatefulServiceName,
} from '@ndx/contracts';
import type { MessagingLogger } from '@ndx/messaging';
import {
  BUS,
  UnreadBusError,
  type DatabaseIncarnation,
  type IncarnationStatus,
} from './database-incarnation.js';

/** A part of the read models of a service: what the bus brings, or the aggregates of an owner. */
export type ReadModelPart = typeof BUS | StatefulServiceName;

/** Between two checks of the incarnation; reads and owners that find another one start a check. */
const CHECK_EVERY_MS = 5_000;

/** Between two checks while a read waits. */
const WAITED_FOR_EVERY_MS = 50;

/** A read waits this long for the confirmation, as for a connection to the database. */
const LONGEST_WAIT_MS = 5_000;

/** A result with the incarnation of the database that it was read from. */
export interface ReadFrom {
  readonly incarnation: number;
}

/**
 * The parts of a service's read models: the events on the bus, and the aggregates of each owner
 * that delivers changes directly. Empty for a service without read models.
 */
export function readModelParts(
  service: StatefulServiceName,
  events: readonly EventDeclaration[] = EVENTS,
): readonly ReadModelPart[] {
  const consumed = events.filter(({ subscribers }) => subscribers.includes(service));
  const direct = consumed.filter((event) => event.deliveredDirectlyTo.includes(service));
  return consumed.length === 0 ? [] : [BUS, ...new Set(direct.map(({ source }) => source))];
}

export interface ConfirmationOptions {
  readonly incarnation: DatabaseIncarnation;
  /** Applies the events on the bus that the database does not have. */
  readonly recover: (signal: AbortSignal) => Promise<void>;
  readonly logger: MessagingLogger;
}

/**
 * Confirms that a service's read models are complete, once for each incarnation of its database. In
 * another incarnation the database may have lost commits, and with them acknowledged withdrawals:
 * the service first applies the events on the bus that its database does not have, and each owner
 * then compares its aggregates with the read models (replication 6).
 */
export class ReadModelConfirmation {
  private confirmed: number | undefined;
  private missing: readonly string[] = [];
  private checking: Promise<IncarnationStatus> | undefined;
  private readonly pause = new Pause();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: ConfirmationOptions) {}

  start(): void {
    if (this.options.incarnation.parts.length > 0) this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.wake();
    await this.running;
  }

  /**
   * Reads read models that are confirmed: if the incarnation of the result was not confirmed before
   * the read began, waits for the confirmation and reads again.
   * @throws DomainError `OPERATION_FAILED` when the wait takes too long, or the process stops
   */
  async read<R extends ReadFrom>(read: () => Promise<R>): Promise<R> {
    const longest = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const { confirmed } = this;
      const result = await read();
      if (result.incarnation === confirmed) return result;
      if (this.missing.length === 0) this.pause.wake();
      await this.untilConfirmed(longest);
    }
  }

  /**
   * Applies a direct delivery when the events on the bus are applied: the database may have lost
   * events that precede it, and their owner as well (replication 6).
   * @throws DomainError `OPERATION_FAILED` when the wait takes too long
   */
  async deliver<R>(deliver: () => Promise<R>): Promise<R> {
    const longest = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      try {
        return await deliver();
      } catch (error) {
        if (!(error instanceof UnreadBusError)) throw error;
      }
      this.pause.wake();
      if (performance.now() > longest) {
        throw operationFailed(
          'not_confirmed',
          'the read model is reading events that its database may have lost; retry',
        );
      }
      await sleep(WAITED_FOR_EVERY_MS, this.stopping.signal);
    }
  }

  /** The incarnation for which an owner must compare its aggregates; undefined for none. */
  async dueFor(owner: StatefulServiceName): Promise<number | undefined> {
    const { incarnation, missing } = await this.readStatus();
    if (missing.includes(BUS)) this.pause.wake();
    // The read models need what the bus has first: an owner may have lost it as well.
    return missing.includes(owner) && !missing.includes(BUS) ? incarnation : undefined;
  }

  /** The owner has compared its aggregates, except events that it published before. */
  async compared(owner: StatefulServiceName, incarnation: number): Promise<void> {
    await this.options.recover(this.stopping.signal);
    await this.options.incarnation.confirm(owner, incarnation);
  }

  /** The reason why reads wait; undefined while they do not. */
  warning(): string | undefined {
    const { missing } = this;
    if (missing.length === 0) return undefined;
    return `the database was started or replaced: queries wait until its read models are compared with ${missing.join(', ')}`;
  }

  /** The number of parts that are not confirmed. */
  get unconfirmed(): number {
    return this.missing.length;
  }

  private async untilConfirmed(longest: number): Promise<void> {
    for (;;) {
      await this.check();
      if (this.missing.length === 0) return;
      // A process that stops does not confirm anything any more.
      if (this.stopping.signal.aborted || performance.now() > longest) {
        throw operationFailed(
          'not_confirmed',
          'the read model is being compared with its owners after a restart of its database; retry',
        );
      }
      await sleep(WAITED_FOR_EVERY_MS, this.stopping.signal);
    }
  }

  /** Concurrent callers share one statement. */
  private check(): Promise<IncarnationStatus> {
    this.checking ??= this.readStatus().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async readStatus(): Promise<IncarnationStatus> {
    const status = await this.options.incarnation.status();
    this.missing = status.missing;
    if (status.missing.length === 0) this.confirmed = status.incarnation;
    return status;
  }

  private async run(): Promise<void> {
    for (;;) {
      const fault = await this.confirmBus().then(
        () => undefined,
        (error: unknown) => ({ err: error }),
      );
      if (this.stopping.signal.aborted) return;
      if (fault) this.options.logger.warn(fault, 'confirming the read models failed; retrying');
      await this.pause.sleep(CHECK_EVERY_MS);
    }
  }

  private async confirmBus(): Promise<void> {
    const { incarnation: database, recover, logger } = this.options;
    const { incarnation, missing } = await this.check();
    if (!missing.includes(BUS)) return;
    logger.info({ incarnation }, 'the database was started or replaced; reading what it lacks');
    await recover(this.stopping.signal);
    await database.confirm(BUS, incarnation);
  }
}
