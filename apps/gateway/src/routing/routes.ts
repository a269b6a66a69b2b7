import { OPERATIONS, type Operation, type PublicOperation } from '@ndx/api';
import type { Route } from './route.js';

/** Every public operation that a service handles (contract 4, design 6 to 9). No other is reached. */
export const ROUTES: readonly Route[] = OPERATIONS.filter(isRoute);

/** The gateway itself answers what needs no permission; internal operations are not routed. */
function isRoute(operation: Operation): operation is PublicOperation & Route {
  return operation.visibility === 'public' && operation.permission !== undefined;
}
