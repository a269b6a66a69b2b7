import { OPERATIONS, type Operation, type PublicOperation } from '@ndx/api';
import { PRODUCTS, TEMPLATES } from '@ndx/catalog';
import type { Permission, StatefulServiceName } from '@ndx/contracts';
import type { Method, Route } from './route.js';

type LegacyRoute = readonly [
  operation: `${Method} /${string}`,
  permission: Permission,
  billing?: 'billable',
];

const PRODUCT_QUERY: readonly LegacyRoute[] = [
  ...PRODUCTS.flatMap(({ queryPath, certificatesPath }): LegacyRoute[] => [
    [`POST ${queryPath}`, 'product:query', 'billable'],
    [`GET ${certificatesPath}/{certificate_id}`, 'product:query'],
  ]),
  ['POST /v1/products/check', 'product:check'],
  ['GET /v1/query-events', 'billing:read'],
  ...TEMPLATES.map(({ query }): LegacyRoute => [`POST ${query.path}`, 'product:query', 'billable']),
];

/** Operations that are not declared in `@ndx/api` yet. */
const LEGACY: Readonly<Record<StatefulServiceName, readonly LegacyRoute[]>> = {
  entity: [],
  consent: [],
  policy: [],
  attestation: [],
  furnishing: [],
  'product-query': PRODUCT_QUERY,
};

/** Every public operation, each once (contract 4, design 6 to 9). What is not here is not reached. */
export const ROUTES: readonly Route[] = entriesOf(LEGACY).flatMap(([service, operations]) => [
  ...operations.map(([operation, permission, billing]) => ({
    ...parse(operation),
    service,
    permission,
    billable: billing === 'billable',
  })),
  ...OPERATIONS.filter(isRoute).filter((operation) => operation.service === service),
]);

/** The gateway itself answers what needs no permission; internal operations are not routed. */
function isRoute(operation: Operation): operation is PublicOperation & Route {
  return operation.visibility === 'public' && operation.permission !== undefined;
}

function parse(operation: LegacyRoute[0]): Pick<Route, 'method' | 'path'> {
  const space = operation.indexOf(' ');
  return {
    // The type of an operation says that a method is what stands before the space.
    method: operation.slice(0, space) as Method,
    path: operation.slice(space + 1),
  };
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
