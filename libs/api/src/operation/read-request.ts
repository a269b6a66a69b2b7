import { validateSchema } from '../shapes/schema-fault.js';
import { validateObject } from '../shapes/validate-object.js';
import { validateShape } from '../shapes/validate-shape.js';
import type { PublicOperation, RequestOf, RequestShapes } from './operation.js';

/** A request as the HTTP server parsed it. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type Part = keyof RequestShapes;

const READERS: {
  readonly [P in Part]: (shape: NonNullable<RequestShapes[P]>, request: ParsedRequest) => unknown;
} = {
  path: (shape, { params }) => validateShape('path', shape, params ?? {}),
  query: (shape, { query }) => validateShape('query', shape, query ?? {}),
  body: (shape, { body }) => {
    if (typeof shape === 'function') {
      return validateShape('body', shape, body === undefined ? {} : body);
    }
    return shape.shape
      ? validateObject('body', shape.shape, body ?? {})
      : validateSchema('body', shape.schema, body);
  },
  headers: (shapes, { headers }) =>
    Object.fromEntries(
      Object.entries(shapes).map(([name, { read }]) => [name, read(headers[name]?.toString())]),
    ),
};

/**
 * Validates the parts of a request that the operation declares (contract 7.4).
 * @throws RequestShapeError for the first fault
 */
export function readRequest<
  O extends { readonly request: RequestShapes } & Pick<PublicOperation, 'restOfPath'>,
>({ request: shapes, restOfPath }: O, parsed: ParsedRequest): RequestOf<O> {
  const request = restOfPath === undefined ? parsed : withRestOfPath(parsed, restOfPath);
  const { path, query, body, headers } = shapes;
  return {
    ...(path && { path: READERS.path(path, request) }),
    ...(query && { query: READERS.query(query, request) }),
    ...(body && { body: READERS.body(body, request) }),
    ...(headers && { headers: READERS.headers(headers, request) }),
  } as RequestOf<O>;
}

/** The HTTP server names the rest of the path `*`. */
function withRestOfPath(request: ParsedRequest, name: string): ParsedRequest {
  const { '*': rest, ...params } = request.params as Readonly<Record<string, unknown>>;
  return { ...request, params: { ...params, [name]: rest } };
}
