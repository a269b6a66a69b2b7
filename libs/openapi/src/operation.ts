import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER, type PublicOperation } from '@ndx/api';
import { described, describedParameter } from './described.js';
import { exampleOf } from './example.js';
import { isObject, type JsonSchema } from './json-schema.js';
import { linksOf } from './links.js';
import { responsesOf } from './responses.js';
import { shapeSchema, withoutNull } from './shape-schema.js';

/** A public operation and the heading under which the document lists it. */
export interface ListedOperation {
  readonly operation: PublicOperation;
  readonly tag: string;
}

const REQUEST_ID = 'X-Request-Id';

/** Parameters of every operation, in the document's components. */
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

/**
 * The operation object of a declared operation.
 * @param all the operations of the document, to which its responses link
 */
export function operationObject(
  { operation, tag }: ListedOperation,
  all: readonly PublicOperation[],
): JsonSchema {
  const {
    id,
    summary,
    description,
    permission,
    forUsers,
    method,
    takesIdempotencyKey: isKeyed,
  } = operation;
  const body = bodySchema(operation);
  const parameters = parametersOf(operation);
  const isProtected = permission !== undefined || forUsers;
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    // A scheme without scopes may list the required permissions instead (OpenAPI 3.1).
    security: isProtected ? [{ bearer: permission === undefined ? [] : [permission] }] : [],
    parameters: [
      ...parameters,
      ...(isKeyed ? [common(IDEMPOTENCY_KEY_HEADER)] : []),
      common(REQUEST_ID),
    ],
    ...(body && { requestBody: requestBody(body, operation) }),
    responses: responsesOf(operation, {
      isProtected,
      isKeyed,
      // Every method except GET has a body.
      hasShape: method !== 'GET' || parameters.length > 0,
      links: linksOf(operation, all),
    }),
  };
}

function common(parameter: keyof typeof COMMON_PARAMETERS): JsonSchema {
  return { $ref: `#/components/parameters/${parameter}` };
}

function bodySchema({ request: { body }, members }: PublicOperation): JsonSchema | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'function') return described({ ...body.schema });
  const schema = shapeSchema(body);
  const properties = { ...(schema['properties'] as JsonSchema), ...members };
  return described({ ...schema, properties });
}

function requestBody(schema: JsonSchema, { example }: PublicOperation): JsonSchema {
  const content = { 'application/json': { schema, example: example ?? exampleOf(schema) } };
  // A body whose members may all be left out may be left out itself.
  const required = Array.isArray(schema['required']);
  return { ...(required && { required }), content };
}

function parametersOf({ path, request }: PublicOperation): JsonSchema[] {
  const inPath = new Set(path.match(/(?<=\{)\w+(?=\})/g));
  const pathShape = membersOf(request.path && shapeSchema(request.path));
  const query = membersOf(request.query && shapeSchema(request.query));
  return [
    ...[...inPath].map((name) => parameter('path', name, pathShape.get(name) ?? TEXT, true)),
    ...[...query].map(([name, member]) =>
      parameter('query', name, member, member['required'] === true),
    ),
    ...Object.entries(request.headers ?? {}).map(([name, { schema }]) =>
      parameter('header', name, { schema: describedParameter(schema, 'header', name) }, false),
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
  const { title, properties, required } = shape ?? {};
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  return new Map(
    Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      {
        schema: describedParameter(withoutNull(member as JsonSchema), String(title), name),
        required: names.includes(name),
      },
    ]),
  );
}
