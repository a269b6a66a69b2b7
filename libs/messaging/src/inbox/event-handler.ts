import type { EventDeclaration } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import type { StandingCopy } from '../copies/standing-copy.js';

/** What a handler works with beside the payload. */
export interface EventContext {
  readonly envelope: EventEnvelope;
  /** The transaction in which the event is marked as processed; all that a handler writes goes here. */
  readonly manager: EntityManager;
  /**
   * Reports a copy that stands at or past the event's revision by another event, and whether it took
   * from the event what it did not have: by default it refused the event.
   */
  readonly overtaken: (copy: StandingCopy, effect?: 'refused' | 'applied') => Promise<void>;
}

/** What a handler of several events works with beside their payloads. */
export interface EventsContext extends Pick<EventContext, 'manager' | 'overtaken'> {
  /** In the order of the payloads. */
  readonly envelopes: readonly EventEnvelope[];
}

interface Declared<P> {
  readonly declaration: EventDeclaration<P>;
}

interface HandlerOfOne<P> extends Declared<P> {
  handle(payload: P, context: EventContext): Promise<void>;
}

/** Takes events that follow each other at once, where that costs less than one by one. */
interface HandlerOfSeveral<P> extends Declared<P> {
  handleAll(payloads: readonly P[], context: EventsContext): Promise<void>;
}

export type EventHandler<P = unknown> = HandlerOfOne<P> | HandlerOfSeveral<P>;

/** One handler for each event type. */
export type EventHandlers = ReadonlyMap<string, EventHandler>;
