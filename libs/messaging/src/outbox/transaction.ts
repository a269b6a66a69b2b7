import type { EventDeclaration } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';

/** What a use case does its work in. */
export interface Transaction {
  readonly manager: EntityManager;
  /**
   * The event is published if, and only if, the transaction commits.
   * @throws InvalidEventError when the payload is not what the event declares; RESOURCE_CONFLICT
   * when it is larger than that allows
   */
  readonly publish: <P>(declaration: EventDeclaration<P>, payload: P) => void;
}
