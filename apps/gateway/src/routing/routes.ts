import { OPERATIONS, type Operation, type PublicOperation } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { GatewayConfig } from '../gateway.config.js';
import type { Route } from './route.js';

/** Every public operation of the services (contract 4, design 6 to 9). No other is reachable. */
export const ROUTES: readonly Route[] = OPERATIONS.filter(isRouted).flatMap((operation) => {
  const { service } = operation;
  if (service !== undefined) return [{ ...operation, service }];
  // An operation of every service names the service in its path.
  return STATEFUL_SERVICE_NAMES.map((name) => ({
    ...operation,
    service: name,
    path: operation.path.replace('{service}', name) as Route['path'],
  }));
});

/** The operations of an environment: only a sandbox has the operations on clocks. */
export function routesOf(environment: GatewayConfig['ENVIRONMENT']): readonly Route[] {
  return ROUTES.filter(({ sandboxOnly }) => !sandboxOnly || environment === 'sandbox');
}

type Routed = PublicOperation & { readonly service: Route['service'] | undefined };

/**
 * The gateway itself serves operations that need no token; internal operations are not routed.
 */
function isRouted(operation: Operation): operation is Routed {
  return (
    operation.visibility === 'public' && (operation.permission !== undefined || operation.forUsers)
  );
}
