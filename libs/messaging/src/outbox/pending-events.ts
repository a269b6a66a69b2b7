import type { EventDeclaration, StatefulServiceName } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { columnsOf, rowsOfParameters } from '@ndx/postgres';
import {
  OUTBOX_COLUMNS,
  OUTBOX_ROW,
  outgoingEvent,
  valuesOf,
  type OutboxEvent,
  type PublishContext,
} from './outbox-row.js';

/** An event of a transaction that is not written yet. */
export interface PendingEvent {
  readonly declaration: Pick<EventDeclaration, 'type' | 'aggregate' | 'deliveredDirectlyTo'>;
  readonly payload: unknown;
  readonly event: OutboxEvent;
}

/**
 * Completes the events of a transaction before they are written to the outbox, under the locks of
 * their keys: until the commit, no other transaction publishes an event of these keys.
 */
export type EventSequence = (
  manager: EntityManager,
  events: readonly PendingEvent[],
) => Promise<readonly PendingEvent[]>;

/** Set apart from other users of advisory locks in the same database. */
const LOCK_SEED = 4_101_913;

const LOCK_KEYS = `
select pg_advisory_xact_lock(hashtextextended(key, ${LOCK_SEED})) from unnest($1::text[]) as key`;

const INSERT = `
insert into outbox (${OUTBOX_COLUMNS})
${rowsOfParameters(OUTBOX_ROW)}`;

/** The events that one transaction publishes, in order. */
export class PendingEvents {
  private pending: readonly PendingEvent[] = [];
  private written = false;

  constructor(
    private readonly source: StatefulServiceName,
    private readonly context: PublishContext,
    private readonly canDeliverDirectly: boolean,
    private readonly sequence: EventSequence | undefined,
  ) {}

  get empty(): boolean {
    return this.pending.length === 0;
  }

  add<P>(declaration: EventDeclaration<P>, payload: NoInfer<P>): void {
    const { type, source, deliveredDirectlyTo } = declaration;
    if (this.written) throw new Error(`${type} is published after the end of its transaction`);
    if (source !== this.source) {
      throw new Error(`${type} is an event of ${source}: ${this.source} cannot publish it`);
    }
    if (deliveredDirectlyTo.length > 0 && !this.canDeliverDirectly) {
      throw new Error(`${type} is delivered directly, and there is no direct delivery`);
    }
    const event = outgoingEvent(declaration, payload, this.context);
    this.pending = [...this.pending, { declaration, payload, event }];
  }

  /**
   * Writes the outbox rows as the last statements of the transaction. Each key is locked until the
   * commit before its rows draw their numbers, so that within a key their order is the order of
   * commits and the relay, seeing one, has seen all before it. The locks are taken in one order
   * everywhere, and nothing waits after them: they cannot deadlock.
   */
  async write(manager: EntityManager): Promise<void> {
    this.written = true;
    if (this.empty) return;
    const keys = [...new Set(this.pending.map(({ event }) => event.key))].sort();
    await manager.query(LOCK_KEYS, [keys]);
    if (this.sequence) this.pending = await this.sequence(manager, this.pending);
    await manager.query(INSERT, columnsOf(this.pending.map(({ event }) => valuesOf(event))));
  }

  byDirectTarget(): Map<StatefulServiceName, EventEnvelope[]> {
    const targets = new Map<StatefulServiceName, EventEnvelope[]>();
    for (const { event, declaration } of this.pending) {
      for (const target of declaration.deliveredDirectlyTo) {
        targets.set(target, [...(targets.get(target) ?? []), event.envelope]);
      }
    }
    return targets;
  }
}
