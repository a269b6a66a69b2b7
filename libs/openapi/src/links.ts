import type { PublicOperation } from '@ndx/api';
import { isObject, type JsonSchema } from './json-schema.js';
import { shapeSchema } from './shape-schema.js';

/** The reference of a query, in the response header `X-Ref-Id` (contract 7.3). */
const REFERENCE_PARAMETER = 'query_event_id';
const REFERENCE_VALUE = '$response.header.X-Ref-Id';
const QUERY_EVENTS = '/v1/query-events/';

/** Links of the responses of an operation, by status; absent without a link. */
export interface OperationLinks {
  readonly 200?: JsonSchema;
  readonly 204?: JsonSchema;
}

/**
 * Links from a POST to the reads of what it created: of the collection that it posts to, of an id that
 * its answer alone has, and of the query event of a query.
 * @param all the operations of the document
 */
export function linksOf(
  operation: PublicOperation,
  all: readonly PublicOperation[],
): OperationLinks {
  if (operation.method !== 'POST') return {};
  const links = all.flatMap((target) => linkTo(target, operation, all));
  if (links.length === 0) return {};
  const named = Object.fromEntries(links);
  return { 200: named, ...(operation.noResult !== undefined && { 204: referenceLinks(named) }) };
}

/** A response without a body has the links of its header alone. */
function referenceLinks(links: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(links).filter(([, { parameters }]) =>
      Object.values(Object(parameters) as object).includes(REFERENCE_VALUE),
    ),
  );
}

function linkTo(
  target: PublicOperation,
  operation: PublicOperation,
  all: readonly PublicOperation[],
): [string, JsonSchema][] {
  const names = [...target.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const last = names.at(-1);
  if (target.method !== 'GET' || last === undefined) return [];
  const value = valueOf(last, target, operation, namesOneKind(last, all));
  if (value === undefined) return [];
  const others = [...names.slice(0, -1), ...requiredIn(target.request.query)];
  const values = others.map((name) => [name, requestValue(name, operation)] as const);
  if (values.some(([, found]) => found === undefined)) return [];
  const parameters = Object.fromEntries([...values, [last, value]]);
  return [[target.id, { operationId: target.id, parameters, description: `${target.summary}.` }]];
}

/** The value of the last path parameter of a read, in the response of an operation. */
function valueOf(
  name: string,
  { path }: PublicOperation,
  operation: PublicOperation,
  namesOneKind: boolean,
): string | undefined {
  if (name === REFERENCE_PARAMETER) {
    // The uses of records are for their furnishers.
    const isForQuerier = path.startsWith(QUERY_EVENTS) && operation.noResult !== undefined;
    return isForQuerier ? REFERENCE_VALUE : undefined;
  }
  const answered = membersIn(operation.answer);
  const isCreated = path.startsWith(`${operation.path}/{${name}}`);
  const member = isCreated && !answered.includes(name) ? 'id' : name;
  if (!answered.includes(member)) return undefined;
  const isNew = isCreated || (namesOneKind && requestValue(name, operation) === undefined);
  return isNew ? `$response.body#/${member}` : undefined;
}

/** Whether all paths with the parameter begin alike: a `consent_id` is of a consumer or a business. */
function namesOneKind(name: string, all: readonly PublicOperation[]): boolean {
  const paths = all.flatMap(({ path }) => (path.includes(`/{${name}}`) ? [path] : []));
  return new Set(paths.map((path) => path.split(`/{${name}}`)[0])).size === 1;
}

/** The value of a parameter in the request of an operation. */
function requestValue(name: string, { path, request }: PublicOperation): string | undefined {
  if (path.includes(`{${name}}`)) return `$request.path.${name}`;
  const { body } = request;
  const schema = typeof body === 'function' ? shapeSchema(body) : body?.schema;
  return membersIn(schema).includes(name) ? `$request.body#/${name}` : undefined;
}

function requiredIn(shape: PublicOperation['request']['query']): readonly string[] {
  const required = shape && shapeSchema(shape)['required'];
  return Array.isArray(required) ? required.map(String) : [];
}

function membersIn(schema: unknown): readonly string[] {
  const { properties } = Object(schema) as JsonSchema;
  return isObject(properties) ? Object.keys(properties) : [];
}
