import { OPERATIONS, type Operation, type PublicOperation } from '@ndx/api';
import type { Route } from './route.js';

/** Every public operation of the services (contract 4, design 6 to 9). No other is reachable. */
export const ROUTES: readonly Route[] = OPERATIONS.filter(isRoute);

/**
 * The gateway itself serves operations without a permission; internal operations are not routed.
 */
function isRoute(operation: Operation): operation is PublicOperation & Route {
  return operation.visibility === 'public' && operation.permission !== undefined;
}
