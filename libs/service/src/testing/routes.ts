import type { Type } from '@nestjs/common';
import { definitionOf } from '../boot/service-definition.js';
import { handlersOf } from '../http/handlers.js';

/** Every operation of a service, `GET /v1/networks/:network_id`, as its controllers declare it. */
export function routesOf(service: Type): string[] {
  return definitionOf(service)
    .http.flatMap(handlersOf)
    .map(({ method, segments }) => `${method} /${segments.join('/')}`);
}
