import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_HEADER,
  type PublicOperation,
  type ShapeClass,
} from '@ndx/api';
import { segmentsOf, type OperationWords } from '@ndx/service';
import { exampleOf } from './example.js';
import { isObject, type JsonSchema } from './json-schema.js';
import { responsesOf } from './responses.js';
import { shapeSchema, withoutNull } from './shape-schema.js';

/** A public operation: where it is, who answers it and what a token must allow. */
export interface PublicRoute {
  readonly method: string;
  /** `/v1/consent/consumer/{consent_id}`. */
  readonly path: string;
  /** The heading under which the document lists it. */
  readonly tag: string;
  /** Undefined for what anyone may ask. */
  readonly permission: string | undefined;
  /** Its declaration; a route without one is documented by its controller. */
  readonly operation?: PublicOperation | undefined;
}

/** What a route's declaration or its controller says beside its routing. */
export interface Documented {
  readonly shapes: Readonly<Partial<Record<'path' | 'query' | 'body', ShapeClass<object>>>>;
  readonly words: OperationWords;
  readonly isKeyed: boolean;
}

export function documentedBy(operation: PublicOperation): Documented {
  const { path, query, body, headers = {} } = operation.request;
  const isClass = typeof body === 'function';
  return {
    shapes: { ...(path && { path }), ...(query && { query }), ...(isClass && { body }) },
    isKeyed: operation.takesIdempotencyKey,
    words: {
      ...operation,
      ...(body && !isClass && { body: body.schema }),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, { schema }]) => [name, schema]),
      ),
    },
  };
}

const REQUEST_ID = 'X-Request-Id';

/** Parameters of every operation, which stand once among the document's components. */
export const COMMON_PARAMETERS = {
  [REQUEST_ID]: {
    name: REQUEST_ID,
    in: 'header',
    description:
      'An id for the request, up to 128 letters, digits and -_.:; otherwise one is made.',
    schema: { type: 'string' },
  },
  [IDEMPOTENCY_KEY_HEADER]: {
    name: IDEMPOTENCY_KEY_HEADER,
    in: 'header',
    description:
      "Has the request done once, however often it is sent: a repetition with the same key, path, query and body is given the first answer again. A key is the institution's own, is remembered for at least 24 hours, and is free again after a refusal.",
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
};

/** The operation object of a route, with the words and the shapes of what answers it. */
export function operationObject(
  route: PublicRoute,
  { shapes, words, isKeyed }: Documented,
): JsonSchema {
  const body = bodySchema(shapes.body, words);
  const parameters = parametersOf(route, shapes, words);
  return {
    tags: [route.tag],
    operationId: operationId(route),
    summary: words.summary,
    ...(words.description !== undefined && { description: words.description }),
    // A scheme that knows no scopes may list what a caller needs instead (OpenAPI 3.1).
    security: route.permission === undefined ? [] : [{ bearer: [route.permission] }],
    parameters: [
      ...parameters,
      ...(isKeyed ? [common(IDEMPOTENCY_KEY_HEADER)] : []),
      common(REQUEST_ID),
    ],
    ...(body && { requestBody: requestBody(body, words) }),
    responses: responsesOf(words, {
      isProtected: route.permission !== undefined,
      isKeyed,
      // Any body but that of a GET is read.
      hasShape: route.method !== 'GET' || parameters.length > 0,
    }),
  };
}

function common(parameter: keyof typeof COMMON_PARAMETERS): JsonSchema {
  return { $ref: `#/components/parameters/${parameter}` };
}

function bodySchema(
  shape: ShapeClass<object> | undefined,
  words: OperationWords,
): JsonSchema | undefined {
  if (words.body) return words.body as JsonSchema;
  if (!shape) return undefined;
  const schema = shapeSchema(shape);
  const properties = { ...(schema['properties'] as JsonSchema), ...words.members };
  return { ...schema, properties };
}

function requestBody(schema: JsonSchema, { example }: OperationWords): JsonSchema {
  const content = { 'application/json': { schema, example: example ?? exampleOf(schema) } };
  return { required: true, content };
}

/** `POST /v1/consent/{kind}/{id}/revoke` is `postConsentByKindByIdRevoke`. */
function operationId({ method, path }: PublicRoute): string {
  const words = segmentsOf(path.replace(/^\/(v1|api)\//, ''))
    .map((segment) => segment.replace(/^\{(.*)\}$/, 'by_$1'))
    .flatMap((segment) => segment.split(/[-_]/));
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + capitalised.join('');
}

function parametersOf(
  route: PublicRoute,
  shapes: Documented['shapes'],
  { headers = {} }: OperationWords,
): JsonSchema[] {
  const inPath = new Set(route.path.match(/(?<=\{)\w+(?=\})/g));
  const path = membersOf(shapes.path && shapeSchema(shapes.path));
  const query = membersOf(shapes.query && shapeSchema(shapes.query));
  return [
    ...[...inPath].map((name) => parameter('path', name, path.get(name) ?? TEXT, true)),
    ...[...query].map(([name, member]) =>
      parameter('query', name, member, member['required'] === true),
    ),
    ...Object.entries(headers).map(([name, schema]) =>
      parameter('header', name, { schema }, false),
    ),
  ];
}

const TEXT: JsonSchema = { schema: { type: 'string' } };

function parameter(place: string, name: string, member: JsonSchema, required: boolean) {
  const { description, ...schema } = member['schema'] as JsonSchema;
  return { name, in: place, required, ...(description !== undefined && { description }), schema };
}

/** The members of a shape: a parameter is text, and cannot be null. */
function membersOf(shape: JsonSchema | undefined): ReadonlyMap<string, JsonSchema> {
  const { properties, required } = shape ?? {};
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  return new Map(
    Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      { schema: withoutNull(member as JsonSchema), required: names.includes(name) },
    ]),
  );
}
