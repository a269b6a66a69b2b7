import type { ServiceName } from '@ndx/contracts';
import type { Operation } from './operation.js';

/** The handlers of a service do not match its declared operations; the message names each fault. */
export class OperationHandlersError extends Error {
  constructor(service: string, faults: readonly string[]) {
    super(`${service} cannot start: ${faults.join('; ')}`);
    this.name = 'OperationHandlersError';
  }
}

/**
 * A service handles each of its operations with exactly one handler, and no operation of another.
 * @param handled the operations that it has handlers for, once for each handler
 * @throws OperationHandlersError naming every operation without a handler, with several, or of another service
 */
export function checkOperations(
  service: ServiceName,
  handled: readonly Operation[],
  operations: readonly Operation[],
): void {
  const own = operations.filter((operation) => operation.service === service);
  const faults = [
    ...own.flatMap((operation) => {
      const handlers = handled.filter((other) => other === operation).length;
      if (handlers === 1) return [];
      return [`${handlers === 0 ? 'no handler' : `${handlers} handlers`} for ${operation.id}`];
    }),
    ...handled
      .filter((operation) => !own.includes(operation))
      .map(({ id }) => `a handler for ${id}, which is not among its declared operations`),
  ];
  if (faults.length > 0) throw new OperationHandlersError(service, faults);
}
