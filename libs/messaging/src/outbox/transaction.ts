import type { EventDeclaration } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';

/** The transaction of a use case. */
export interface Transaction {
  readonly manager: EntityManager;
  /**
   * The event is published if, and only if, the transaction commits.
   * @throws InvalidEventError when the payload does not match its declaration; RESOURCE_CONFLICT
   *   when it is too large
   */
  readonly publish: <P>(declaration: EventDeclaration<P>, payload: NoInfer<P>) => void;
}
