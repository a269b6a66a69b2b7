import { OPERATIONS, routedPath } from '@ndx/api';
import type { Type } from '@nestjs/common';
import { definitionOf } from '../definition/service-definition.js';

/** Every operation of a service: `GET /v1/networks/:network_id`. */
export function routesOf(service: Type): string[] {
  const { name } = definitionOf(service);
  return OPERATIONS.filter((operation) => operation.service === name).map(
    (operation) => `${operation.method} ${routedPath(operation)}`,
  );
}
