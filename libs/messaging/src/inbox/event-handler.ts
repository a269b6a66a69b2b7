import type { EventDeclaration } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';

/** What a handler works with beside the payload. */
export interface EventContext {
  readonly envelope: EventEnvelope;
  /** The transaction in which the event is marked as processed; all that a handler writes goes here. */
  readonly manager: EntityManager;
}

/** What a handler of several events works with beside their payloads. */
export type EventsContext = Pick<EventContext, 'manager'>;

export interface EventHandler<P = unknown> {
  readonly declaration: EventDeclaration<P>;
  handle(payload: P, context: EventContext): Promise<void>;
  /** Handles events that follow each other at once, where that costs less than one by one. */
  handleAll?(payloads: readonly P[], context: EventsContext): Promise<void>;
}

/** One handler for each event type. */
export type EventHandlers = ReadonlyMap<string, EventHandler>;
