import type { EventDeclaration, StatefulServiceName } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import {
  headName,
  writeHeads,
  type AggregateEvent,
  type AggregateHead,
} from '../copies/aggregate-heads.js';
import type { StandingCopy } from '../copies/standing-copy.js';
import { columnsOf, rowsOfParameters } from '@ndx/postgres';
import {
  OUTBOX_COLUMNS,
  OUTBOX_ROW,
  outgoingEvent,
  valuesOf,
  type OutboxEvent,
  type PublishContext,
} from './outbox-row.js';

/** A pending event with the services that must apply it before the writer answers. */
interface PendingEvent {
  readonly event: OutboxEvent;
  readonly directTargets: readonly StatefulServiceName[];
  /** Undefined when no service has a copy of the aggregate. */
  readonly head: AggregateHead | undefined;
}

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
  private readonly merged: AggregateEvent[] = [];
  private written = false;

  constructor(
    private readonly source: StatefulServiceName,
    private readonly context: PublishContext,
    private readonly canDeliverDirectly: boolean,
  ) {}

  get empty(): boolean {
    return this.pending.length === 0;
  }

  add<P>(declaration: EventDeclaration<P>, payload: P): void {
    const { type, source, deliveredDirectlyTo } = declaration;
    if (this.written) throw new Error(`${type} is published after the end of its transaction`);
    if (source !== this.source) {
      throw new Error(`${type} is an event of ${source}: ${this.source} cannot publish it`);
    }
    if (deliveredDirectlyTo.length > 0 && !this.canDeliverDirectly) {
      throw new Error(`${type} is delivered directly, and there is no direct delivery`);
    }
    const event = outgoingEvent(declaration, payload, this.context);
    const head = headOf(declaration, payload, event);
    this.pending = [...this.pending, { event, directTargets: deliveredDirectlyTo, head }];
  }

  /** The events of the copy's aggregate also follow the newest event of the copy. */
  follow({ aggregate, key, revision, event_id }: Omit<StandingCopy, 'state'>): void {
    if (event_id === null) return;
    this.merged.push({ aggregate, key, revision, event_id, isMerged: true });
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
    this.pending = await this.inSequence(manager);
    await manager.query(INSERT, columnsOf(this.pending.map(({ event }) => valuesOf(event))));
  }

  /** Writes the heads. Returns the events, with their predecessors where they are delivered directly. */
  private async inSequence(manager: EntityManager): Promise<readonly PendingEvent[]> {
    const heads = this.pending.flatMap(({ head }) => head ?? []);
    const direct = this.pending.flatMap(({ head, directTargets }) =>
      head && directTargets.length > 0 ? head : [],
    );
    const names = new Set(direct.map(headName));
    const merged = this.merged.filter((copied) => names.has(headName(copied)));
    const former = await writeHeads(manager, heads, [...direct, ...merged]);
    const latest = new Map([...former].map(([name, id]) => [name, [id]]));
    for (const copied of merged) {
      const name = headName(copied);
      latest.set(name, [...new Set([...(latest.get(name) ?? []), copied.event_id])]);
    }
    return this.pending.map((pending) => {
      const { event, head } = pending;
      if (!head || !direct.includes(head)) return pending;
      const name = headName(head);
      const predecessors = latest.get(name) ?? (head.revision === 1 ? [] : undefined);
      latest.set(name, [head.event_id]);
      if (!predecessors) return pending;
      return { ...pending, event: { ...event, envelope: { ...event.envelope, predecessors } } };
    });
  }

  byDirectTarget(): Map<StatefulServiceName, EventEnvelope[]> {
    const targets = new Map<StatefulServiceName, EventEnvelope[]>();
    for (const { event, directTargets } of this.pending) {
      for (const target of directTargets) {
        targets.set(target, [...(targets.get(target) ?? []), event.envelope]);
      }
    }
    return targets;
  }
}

function headOf<P>(
  { aggregate, type }: EventDeclaration<P>,
  payload: P,
  { key, envelope }: OutboxEvent,
): AggregateHead | undefined {
  if (aggregate === undefined) return undefined;
  const { revision } = payload as { readonly revision?: unknown };
  if (typeof revision !== 'number') throw new Error(`${type} is of an aggregate without revision`);
  return { aggregate, key, revision, event_id: envelope.id };
}
