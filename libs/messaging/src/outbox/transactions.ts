import { AsyncLocalStorage } from 'node:async_hooks';
import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { HeldTransaction, inTransaction, retryingConflicts } from '@ndx/postgres';
import { CopyReconciliation, type Reconciled } from '../copies/copy-reconciliation.js';
import type { OwnedAggregate } from '../copies/owned-aggregate.js';
import type { StandingCopy } from '../copies/standing-copy.js';
import { deliverPastCopies, RecoveredChangesError } from '../copies/deliver-past-copies.js';
import type { PublishContext } from './outbox-row.js';
import { PendingEvents } from './pending-events.js';
import type { Transaction } from './transaction.js';

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
  /** What it does for those of its aggregates of which others keep copies. */
  readonly owned?: readonly OwnedAggregate[];
}

/** Hands committed events to a service that must have applied them before the writer answers. */
export interface DirectDelivery {
  /**
   * @returns the copies that stand at or past the revision of an event: an event that is named by one
   * was refused, and then none was applied; or its effect was applied, as of one that carries an end
   */
  deliver(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
  ): Promise<readonly StandingCopy[]>;
}

/** Committed events, by the service that must have applied them before the writer answers. */
export type DirectEvents = readonly (readonly [
  service: StatefulServiceName,
  events: readonly EventEnvelope[],
])[];

/** Work whose transaction ends only when it is known what came of all of it. */
export interface HeldWork<T> {
  /** What the transaction does before anything else; it is rolled back when this throws. */
  readonly begin: (manager: EntityManager) => Promise<void>;
  readonly work: () => Promise<T>;
  /**
   * What the transaction does last, or undefined when there is nothing to do.
   * @param events what will have to be delivered directly once it is committed
   */
  readonly end: (
    result: T,
    events: DirectEvents,
  ) => ((manager: EntityManager) => Promise<void>) | undefined;
}

/** A transaction that is held open, and what was published in it so far. */
interface Held {
  readonly transaction: HeldTransaction;
  readonly events: PendingEvents[];
}

/** The one way to change state: load, rule, save and emit in one transaction (design 2, 4). */
export class Transactions {
  private readonly held = new AsyncLocalStorage<Held>();

  private readonly reconciliation: CopyReconciliation;

  constructor(private readonly options: TransactionsOptions) {
    const { dataSource, owned = [] } = options;
    this.reconciliation = new CopyReconciliation(dataSource, owned, (manager, work) =>
      this.do(manager, work),
    );
  }

  /**
   * Runs the work in a transaction, again (up to 3 times) when it collided with another one, so it
   * must do nothing but read and write the database. Returns its result once everything is
   * committed and the subscribers with direct delivery have applied it; within `hold`, once
   * everything is written.
   * @throws DomainError `OPERATION_FAILED` when such a subscriber could not be reached: the change
   * is committed all the same and arrives by the bus (design 3)
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const held = this.held.getStore();
    if (held) {
      const { result, events } = await held.transaction.run((manager) => this.do(manager, work));
      held.events.push(events);
      return result;
    }
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.options.dataSource, (manager) => this.do(manager, work)),
    );
    await this.deliverDirectly([events]);
    return result;
  }

  /**
   * Does work in which every `run` is part of one transaction, and commits that when the work has
   * returned and `end` was done in it; when either throws, nothing was done. The transaction begins
   * with the first `run`, or with `end`.
   * @returns the result, once it is committed
   */
  async hold<T>({ begin, work, end }: HeldWork<T>): Promise<T> {
    const transaction = new HeldTransaction(this.options.dataSource, begin);
    const held: Held = { transaction, events: [] };
    try {
      const result = await this.held.run(held, work);
      const last = end(result, directEvents(held.events));
      if (last) await transaction.run(last);
      await transaction.commit();
      this.wake(held.events);
      return result;
    } catch (error) {
      await transaction.rollback(error);
      throw error;
    }
  }

  /**
   * Delivers what a held transaction left to be delivered.
   * @throws DomainError `OPERATION_FAILED` when a service could not be reached
   */
  async deliver(events: DirectEvents): Promise<void> {
    for (const [service, envelopes] of events) {
      try {
        await this.deliverTo(service, envelopes);
      } catch (error) {
        if (error instanceof RecoveredChangesError) throw error;
        throw operationFailed(
          `the change is recorded, but the ${service} service has not applied it yet`,
          error,
        );
      }
    }
  }

  /**
   * Publishes the aggregate of a copy that is ahead of it under a revision above the copy's.
   * @throws DomainError `OPERATION_FAILED` as `deliver`
   */
  async reconcile(copy: StandingCopy): Promise<Reconciled> {
    const { outcome, events } = await this.reconciliation.settle(copy);
    await this.deliverDirectly([events]);
    return outcome;
  }

  private async deliverTo(
    service: StatefulServiceName,
    envelopes: readonly EventEnvelope[],
  ): Promise<void> {
    const { deliver } = this.options;
    if (!deliver) return;
    await deliverPastCopies(
      envelopes,
      (events) => deliver.deliver(service, events),
      async (copy) => {
        const { outcome, events } = await this.reconciliation.settle(copy);
        this.wake([events]);
        return { outcome, events: events.byDirectTarget().get(service) ?? [] };
      },
    );
  }

  private async do<T>(manager: EntityManager, work: (transaction: Transaction) => Promise<T>) {
    const { source, context, deliver } = this.options;
    const events = new PendingEvents(source, context(), deliver !== undefined);
    const result = await work({
      manager,
      publish: (declaration, payload) => events.add(declaration, payload),
    });
    await events.write(manager);
    return { result, events };
  }

  private async deliverDirectly(events: readonly PendingEvents[]): Promise<void> {
    this.wake(events);
    await this.deliver(directEvents(events));
  }

  private wake(events: readonly PendingEvents[]): void {
    if (events.some(({ empty }) => !empty)) this.options.wake();
  }
}

function directEvents(events: readonly PendingEvents[]): DirectEvents {
  return events.flatMap((pending) => [...pending.byDirectTarget()]);
}
