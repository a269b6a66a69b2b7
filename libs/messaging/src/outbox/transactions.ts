import { operationFailed, type EventDeclaration, type StatefulServiceName } from '@ndx/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { inTransaction } from '../postgres/in-transaction.js';
import { retryingConflicts } from '../postgres/retrying-conflicts.js';
import type { PublishContext } from './outbox-row.js';
import { PendingEvents } from './pending-events.js';

export interface TransactionsOptions {
  readonly dataSource: DataSource;
  /** The service that writes: it may publish its own events only. */
  readonly source: StatefulServiceName;
  /** The request in whose course the transaction runs. */
  readonly context: () => PublishContext;
  /** Tells the relay that there is something to publish. */
  readonly wake: () => void;
  /** Needed by a source of events that are `deliveredDirectlyTo` a service. */
  readonly deliver?: DirectDelivery;
}

/** What a use case does its work in. */
export interface Transaction {
  readonly manager: EntityManager;
  /**
   * The event is published if, and only if, the transaction commits.
   * @throws InvalidEventError when the payload is not what the event declares
   */
  readonly publish: <P>(declaration: EventDeclaration<P>, payload: P) => void;
}

/** Hands committed events to a service that must have applied them before the writer answers. */
export interface DirectDelivery {
  deliver(service: StatefulServiceName, events: readonly EventEnvelope[]): Promise<void>;
}

/** The one way to change state: load, rule, save and emit in one transaction (design 2, 4). */
export class Transactions {
  constructor(private readonly options: TransactionsOptions) {}

  /**
   * Runs the work in a transaction, again (up to 3 times) when it collided with another one, so it
   * must do nothing but read and write the database. Returns its result once everything is
   * committed and the subscribers with direct delivery have applied it.
   * @throws DomainError `OPERATION_FAILED` when such a subscriber could not be reached: the change
   * is committed all the same and arrives by the bus (design 3)
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { result, events } = await retryingConflicts(() => this.commit(work));
    if (!events.empty) {
      this.options.wake();
      await this.deliverDirectly(events);
    }
    return result;
  }

  private async commit<T>(work: (transaction: Transaction) => Promise<T>) {
    const { dataSource, source, context, deliver } = this.options;
    const events = new PendingEvents(source, context(), deliver !== undefined);
    const result = await inTransaction(dataSource, async (manager) => {
      const worked = await work({
        manager,
        publish: (declaration, payload) => events.add(declaration, payload),
      });
      await events.write(manager);
      return worked;
    });
    return { result, events };
  }

  private async deliverDirectly(events: PendingEvents): Promise<void> {
    for (const [service, envelopes] of events.byDirectTarget()) {
      try {
        await this.options.deliver?.deliver(service, envelopes);
      } catch (error) {
        throw operationFailed(
          `the change is recorded, but the ${service} service has not applied it yet`,
          error,
        );
      }
    }
  }
}
