import { handlersOf, segmentsOf, takesIdempotencyKey, type Handler } from '@ndx/service';
import type { Type } from '@nestjs/common';
import type { JsonSchema } from './json-schema.js';
import { NamedSchemas } from './named-schemas.js';
import {
  COMMON_PARAMETERS,
  documentedBy,
  operationObject,
  type Documented,
  type PublicRoute,
} from './operation.js';
import { COMMON_RESPONSES, RESPONSE_HEADERS } from './responses.js';

export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly routes: readonly PublicRoute[];
  /** The controllers that answer the routes. */
  readonly controllers: readonly Type[];
}

/**
 * The OpenAPI 3.1 document of the routes, in the words and shapes of the controllers that answer
 * them.
 * @throws when a route is answered by no controller, or by one that is not documented
 */
export function openApiDocument(parts: DocumentParts): JsonSchema {
  const handlers = parts.controllers.flatMap(handlersOf);
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of parts.routes) {
    const { operation: declared } = route;
    const documented = declared ? documentedBy(declared) : handled(handlerFor(route, handlers));
    const operation = schemas.take(operationObject(route, documented));
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  const { title, description, version } = parts;
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [
      {
        url: '{base_url}',
        description: 'One for each environment',
        variables: { base_url: { default: 'http://localhost:8080' } },
      },
    ],
    tags: [...new Set(parts.routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An RS256 token of the identity provider of the environment (contract 5).',
        },
      },
      parameters: COMMON_PARAMETERS,
      headers: RESPONSE_HEADERS,
      responses: schemas.take(COMMON_RESPONSES),
      schemas: schemas.all,
    },
  };
}

function handled({ name, method, shapes, words }: Handler): Documented {
  if (!words) throw new Error(`${name} is not documented with @Operation`);
  return {
    shapes: shapes as Documented['shapes'],
    words,
    isKeyed: takesIdempotencyKey({ method, words }),
  };
}

/** The handler that answers a route; of several, the one whose path says most of it. */
function handlerFor(route: PublicRoute, handlers: readonly Handler[]): Handler {
  const segments = segmentsOf(route.path);
  const [best] = handlers
    .filter(({ method, segments: own }) => method === route.method && answers(own, segments))
    .sort((a, b) => openness(a) - openness(b));
  if (!best) throw new Error(`no controller answers ${route.method} ${route.path}`);
  return best;
}

function answers(own: readonly string[], asked: readonly string[]): boolean {
  return (
    own.length === asked.length &&
    own.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  );
}

function openness({ segments }: Handler): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}
