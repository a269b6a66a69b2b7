import { OPERATIONS, routedPath } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';

/** The ids of the operations, by method and route. */
const IDS: ReadonlyMap<string, string> = new Map(
  OPERATIONS.flatMap((operation) => {
    const route = `${operation.method} ${routedPath(operation)}`;
    // An operation of every service names the service in its path.
    const routes = STATEFUL_SERVICE_NAMES.map((name) => route.replace(':service', name));
    return [route, ...routes].map((each) => [each, operation.id] as const);
  }),
);

/** The id of the operation that a route serves; undefined for a route that is none. */
export function operationOf(method: string, url: string | undefined): string | undefined {
  return IDS.get(`${method === 'HEAD' ? 'GET' : method} ${url ?? ''}`);
}
