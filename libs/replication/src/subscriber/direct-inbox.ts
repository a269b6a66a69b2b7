import {
  claim,
  unclaim,
  type EventEnvelope,
  type EventProcessor,
  type Processed,
  type ReadModelRow,
} from '@ndx/messaging';
import { inTransaction, retryingConflicts } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { requireReadBus } from './database-incarnation.js';

interface Applied {
  readonly outcomes: readonly Processed[];
  /** The rows that applied their event although another one had brought them past it. */
  readonly passed: readonly ReadModelRow[];
}

/** Work of a service after events of a direct delivery were applied. */
type FollowUp = (envelopes: readonly EventEnvelope[]) => Promise<void>;

/** Applies direct deliveries with the handlers and the inbox of the bus. */
export class DirectInbox {
  private readonly followUps: FollowUp[] = [];

  constructor(
    private readonly dataSource: DataSource,
    /** Exists once the service consumes. */
    private readonly processor: () => EventProcessor,
    /** Whether a delivery requires that the bus was read since the start of the database. */
    private readonly requiresReadBus = true,
  ) {}

  /**
   * Lets every delivery wait for work that follows its commit, such as a request to another service.
   * A repeated delivery runs it again.
   */
  followWith(work: FollowUp): void {
    this.followUps.push(work);
  }

  /**
   * Applies events that their writer waits for, in one transaction. Parked keys do not delay them,
   * because handlers only increase a row's revision. For the same reason it also handles events
   * that are in the inbox: the bus may have delivered them to a row that rejected them.
   * @returns the rows that another event has brought to the delivered revision or past it. When
   *   one of them rejected its event nothing is applied, and only such rows are returned;
   *   otherwise all events are applied, because an end applies in any order (replication 3)
   * @throws any error of a handler, or an Error when an event has no handler: nothing is applied
   * @throws UnreadBusError when the bus was not read: nothing is applied
   * @throws any error of the work that follows: the events are applied
   */
  async deliver(envelopes: readonly EventEnvelope[]): Promise<readonly ReadModelRow[]> {
    try {
      const { outcomes, passed } = await retryingConflicts(() =>
        inTransaction(this.dataSource, (manager) => this.apply(manager, envelopes)),
      );
      this.processor().count(outcomes);
      for (const followUp of this.followUps) await followUp(envelopes);
      return passed;
    } catch (error) {
      if (error instanceof RejectedDelivery) return error.rows;
      throw error;
    }
  }

  private async apply(
    manager: EntityManager,
    envelopes: readonly EventEnvelope[],
  ): Promise<Applied> {
    const processor = this.processor();
    const { consumer, handlers } = processor;
    if (this.requiresReadBus) await requireReadBus(manager);
    const fresh = await claim(manager, consumer, envelopes);
    const ahead: ReadModelRow[] = [];
    const passed: ReadModelRow[] = [];
    const isReplicated = ({ type }: EventEnvelope) =>
      handlers.get(type)?.declaration.aggregate !== undefined;
    await processor.handle(
      manager,
      envelopes.filter((envelope) => fresh.has(envelope.id) || isReplicated(envelope)),
      async (row, effect) => void (effect === 'applied' ? passed : ahead).push(row),
    );
    if (ahead.length > 0) throw new RejectedDelivery(ahead);
    // The bus delivers them again, so that a writer that does not reconcile them leaves a trace.
    const unsettled = passed
      .flatMap(({ refused_event_id }) => refused_event_id ?? [])
      .filter((id) => fresh.has(id));
    if (unsettled.length > 0) await unclaim(manager, consumer, unsettled);
    const outcomes = envelopes.map((envelope): Processed => [
      envelope,
      fresh.has(envelope.id) ? 'handled' : 'duplicate',
    ]);
    return { outcomes, passed };
  }
}

/** Rolls back the transaction of a delivery. */
class RejectedDelivery extends Error {
  constructor(readonly rows: readonly ReadModelRow[]) {
    super(`${rows.length} rows are at or past the delivered revision`);
  }
}
