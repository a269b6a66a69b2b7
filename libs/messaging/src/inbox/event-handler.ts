import type { EventDeclaration } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import type { ReadModelRow } from './read-model-row.js';

/** The context of a handler call. */
export interface EventContext {
  readonly envelope: EventEnvelope;
  /** The transaction that marks the event as processed; the handler must write in it. */
  readonly manager: EntityManager;
  /**
   * Reports a row that another event has brought to the event's revision or past it. By default
   * the event was rejected; `applied` means that its missing effect was added.
   */
  readonly overtaken: (row: ReadModelRow, effect?: 'refused' | 'applied') => Promise<void>;
}

/** The context of a handler call for several events. */
export interface EventsContext extends Pick<EventContext, 'manager' | 'overtaken'> {
  /** The contexts in the order of the payloads. */
  readonly envelopes: readonly EventEnvelope[];
}

interface Declared<P> {
  readonly declaration: EventDeclaration<P>;
}

interface HandlerOfOne<P> extends Declared<P> {
  handle(payload: P, context: EventContext): Promise<void>;
}

/** Handles consecutive events in one call, where that is cheaper than one by one. */
interface HandlerOfSeveral<P> extends Declared<P> {
  handleAll(payloads: readonly P[], context: EventsContext): Promise<void>;
}

export type EventHandler<P = unknown> = HandlerOfOne<P> | HandlerOfSeveral<P>;

/** One handler for each event type. */
export type EventHandlers = ReadonlyMap<string, EventHandler>;
