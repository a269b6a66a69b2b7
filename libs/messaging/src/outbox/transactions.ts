import { AsyncLocalStorage } from 'node:async_hooks';
import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { afterCommit, HeldTransaction, inTransaction, retryingConflicts } from '@ndx/postgres';
import { LostCommitsError } from './lost-commits-error.js';
import type { PublishContext } from './outbox-row.js';
import { PendingEvents, type EventSequence } from './pending-events.js';
import { ReplicationBarrier } from './replication-barrier.js';
import type { Transaction } from './transaction.js';

export interface TransactionsOptions {
  readonly dataSource: DataSource;
  /** The writing service; it may publish only its own events. */
  readonly source: StatefulServiceName;
  /** The request that the transaction belongs to. */
  readonly context: () => PublishContext;
  /** Wakes the relay after a commit. */
  readonly wake: () => void;
  /** Required for events that are `deliveredDirectlyTo` a service. */
  readonly deliver?: DirectDelivery;
  /** Default: none. */
  readonly sequence?: EventSequence;
}

/** Delivers committed events to a service that must apply them before the writer answers. */
export interface DirectDelivery {
  /**
   * Resolves when the service has applied the events, or later ones of their aggregates.
   * @param transactions for further events, which the delivery delivers itself
   * @throws LostCommitsError when the response of the request is wrong
   */
  deliver(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
    transactions: Transactions,
  ): Promise<void>;
}

/** Committed events, by the service that must apply them before the writer answers. */
export type DirectEvents = readonly (readonly [
  service: StatefulServiceName,
  events: readonly EventEnvelope[],
])[];

/** Work in one transaction that commits only after all of it has succeeded. */
export interface HeldWork<T> {
  /** The first statements of the transaction; it is rolled back when this throws. */
  readonly begin: (manager: EntityManager) => Promise<void>;
  readonly work: () => Promise<T>;
  /**
   * The last statements of the transaction, or undefined for none.
   * @param events to deliver directly after the commit
   */
  readonly end: (
    result: T,
    events: DirectEvents,
  ) => ((manager: EntityManager) => Promise<void>) | undefined;
}

/** The result of a committed transaction, and its events that are to be delivered directly. */
export interface Committed<T> {
  readonly result: T;
  readonly events: DirectEvents;
}

/** An open transaction, and its events so far. */
interface Held {
  readonly transaction: HeldTransaction;
  readonly events: PendingEvents[];
}

/** The one way to change state: load, rule, save and emit in one transaction (design 2, 4). */
export class Transactions {
  private readonly held = new AsyncLocalStorage<Held>();

  private readonly barrier: ReplicationBarrier;

  constructor(private readonly options: TransactionsOptions) {
    this.barrier = new ReplicationBarrier(options.dataSource);
  }

  /**
   * Runs the work in a transaction, with up to 3 retries after conflicts, so it must only read and
   * write the database. Returns its result once everything is committed and the subscribers with
   * direct delivery have applied it; within `hold`, once everything is written.
   * @throws DomainError `OPERATION_FAILED` when such a subscriber is unreachable: the change is
   *   committed and arrives by the bus (design 3)
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const held = this.held.getStore();
    if (held) {
      const { result, events } = await held.transaction.run((manager) => this.do(manager, work));
      held.events.push(events);
      return result;
    }
    const { result, events } = await this.commit(work);
    await this.deliverCommitted(events);
    return result;
  }

  /**
   * Runs the work in a transaction of its own, like `run`, and returns the events that the caller
   * must deliver.
   */
  async commit<T>(
    work: (transaction: Transaction) => Promise<T>,
    sequence = this.options.sequence,
  ): Promise<Committed<T>> {
    const { result, events } = await retryingConflicts(() =>
      inTransaction(this.options.dataSource, (manager) => this.do(manager, work, sequence)),
    );
    this.wake([events]);
    return { result, events: directEvents([events]) };
  }

  /**
   * Runs the work in the transaction of an event handler, whose changes cause further events. They
   * are published by the bus: no writer waits for their direct delivery.
   */
  async within<T>(
    manager: EntityManager,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const { result, events } = await this.do(manager, work);
    afterCommit(manager, () => this.wake([events]));
    return result;
  }

  /**
   * Runs work in which every `run` is part of one transaction, and commits after the work and
   * `end`. If either throws, the transaction is rolled back. It begins with the first `run`, or
   * with `end`.
   * @returns the result after the commit
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
   * Delivers the direct events of a held transaction.
   * @throws DomainError `OPERATION_FAILED` when a service is unreachable
   */
  async deliver(events: DirectEvents): Promise<void> {
    // A stored answer may be of a transaction that the standby does not have.
    if (events.length > 0) await this.barrier.passed();
    await this.deliverCommitted(events);
  }

  private async deliverCommitted(events: DirectEvents): Promise<void> {
    const deliveries = events.map(async ([service, envelopes]) => {
      try {
        await this.options.deliver?.deliver(service, envelopes, this);
      } catch (error) {
        if (error instanceof LostCommitsError) throw error;
        throw operationFailed(
          'not_confirmed',
          `the change is recorded, but the ${service} service has not applied it yet`,
          error,
        );
      }
    });
    // The change applies in the other services even if one does not respond.
    const failed = (await Promise.allSettled(deliveries)).flatMap((delivery) =>
      delivery.status === 'rejected' ? [delivery.reason as unknown] : [],
    );
    if (failed.length > 0)
      throw failed.find((error) => error instanceof LostCommitsError) ?? failed[0];
  }

  private async do<T>(
    manager: EntityManager,
    work: (transaction: Transaction) => Promise<T>,
    sequence = this.options.sequence,
  ) {
    const { source, context, deliver } = this.options;
    const events = new PendingEvents(source, context(), deliver !== undefined, sequence);
    const publish: Transaction['publish'] = (declaration, payload) =>
      events.add(declaration, payload);
    const result = await work({ manager, publish });
    await events.write(manager);
    return { result, events };
  }

  private wake(events: readonly PendingEvents[]): void {
    if (events.some(({ empty }) => !empty)) this.options.wake();
  }
}

function directEvents(events: readonly PendingEvents[]): DirectEvents {
  return events.flatMap((pending) => [...pending.byDirectTarget()]);
}
