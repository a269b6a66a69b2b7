import { KYB_PRODUCT_ID } from './business.js';
import type { JsonSchema, Operation } from './interface-document.js';
import type { Kind, Things } from './things.js';

/** A part of a request with an id. */
export interface IdPlace {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The path of a member of the body; `[]` is an item of a list. */
  readonly steps: readonly string[];
  readonly required: boolean;
}

export interface FilledRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Ids that may be other texts by their schema (contract 2.1, 4.5; a grant may be of `*`; a list). */
const IDS_OF_ANY_TEXT = ['consent_id', 'grant_id', 'furnishing_entity_id', 'record_ids'];

/** Every id of an operation's request, wherever the document declares it. */
export function idPlacesOf({ parameters, body }: Operation): readonly IdPlace[] {
  const parts = parameters
    .filter(({ name, schema }) => takesId(name, schema))
    .filter(({ name }) => name.toLowerCase() !== 'x-request-id')
    .map(({ name, in: place, required }) => ({ name, in: place, steps: [], required }));
  return [...parts, ...(body ? placesIn(body, [], true) : [])];
}

function placesIn(
  schema: JsonSchema,
  steps: readonly string[],
  required: boolean,
): readonly IdPlace[] {
  const name = steps.filter((step) => step !== '[]').at(-1) ?? '';
  if (takesId(name, schema)) return [{ name, in: 'body', steps, required }];
  const {
    properties,
    items,
    oneOf = [],
  } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    oneOf?: readonly JsonSchema[];
  };
  const needed = new Set((schema['required'] ?? []) as readonly string[]);
  return [
    ...Object.entries(properties ?? {}).flatMap(([member, inner]) =>
      placesIn(inner, [...steps, member], required && needed.has(member)),
    ),
    ...(items ? placesIn(items, [...steps, '[]'], required) : []),
    ...oneOf.flatMap((choice) => placesIn(choice, steps, required)),
  ];
}

function takesId(name: string, { format, type }: JsonSchema): boolean {
  return format === 'uuid' || (type === 'string' && IDS_OF_ANY_TEXT.includes(name));
}

/** The kind of resource of a parameter name; undefined for names without an owner. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  network_id: 'network',
  network_ids: 'network',
  'x-network-id': 'network',
  entity_id: 'entity',
  furnishing_entity_id: 'entity',
  furnishing_entity_ids: 'entity',
  network_furnisher_id: 'entity',
  account_id: 'account',
  consumer_id: 'consumer',
  business_id: 'business',
  business_ids: 'business',
  consumer_ids: 'consumer',
  attestation_id: 'attestation',
  certificate_id: 'certificate',
  query_event_id: 'query event',
  submission_id: 'submission',
  record_id: 'record',
  record_ids: 'record',
  dispute_id: 'dispute',
  document_id: 'document',
  endpoint_id: 'notice endpoint',
  notice_id: 'notice',
  conflict_id: 'identity conflict',
  subject_id: 'business',
  invitation_id: 'invitation',
  simulation_id: 'simulation',
};

/** The kind of resource whose id a place takes. @throws when a path has an id of an unknown kind */
export function kindAt({ path }: Operation, place: IdPlace): Kind | undefined {
  const subject = path.includes('/consent/consumer') ? 'consumer' : 'business';
  if (place.name === 'consent_id') return `${subject} consent`;
  if (place.name === 'grant_id') return `${subject} grant`;
  if (place.name === 'policy_id')
    return path.includes('/furnishing') ? 'furnishing policy' : 'querying policy';
  const kind = KIND_OF[place.name];
  if (!kind && place.in === 'path') throw new Error(`${path}: who makes a ${place.name}?`);
  return kind;
}

/** Created with a generated id: the base request has none. */
const CHOSEN: Readonly<Record<string, string>> = {
  'POST /v1/networks': 'network_id',
  'POST /v1/networks/{network_id}/institutions': 'entity_id',
  'POST /v1/networks/{network_id}/institutions/{entity_id}/accounts': 'account_id',
};

/** Members that identify the subject in another way, which may not be combined with the id. */
const INSTEAD_OF: Readonly<Record<string, string>> = { business_id: 'business_identity' };

/** The document's example with a caller's own resources in it, and one given id. */
export function filledWith(
  operation: Operation,
  own: Things,
  probed: IdPlace,
  id: string,
): FilledRequest {
  const example = withFreshTexts(exampleOf(operation));
  const chosen = CHOSEN[`${operation.method} ${operation.path}`];
  if (chosen !== undefined) Reflect.deleteProperty(example, chosen);
  const known = (place: IdPlace) => (sameAs(place, probed) ? id : undefined);
  return filled(operation, example, own, known);
}

/** The document's example as it is, except that its ids are those of a caller's own resources. */
export function exampleRequest(
  operation: Operation,
  own: Things,
  ids: Readonly<Record<string, string>>,
): FilledRequest {
  return filled(operation, exampleOf(operation), own, ({ name }) => ids[name]);
}

function filled(
  operation: Operation,
  example: Record<string, unknown>,
  own: Things,
  known: (place: IdPlace) => string | undefined,
): FilledRequest {
  const places = idPlacesOf(operation);
  const valueAt = (place: IdPlace) => {
    const isNeeded = place.required || (place.in === 'body' && isSaid(example, place.steps));
    const value = known(place);
    if (value !== undefined || !isNeeded) return value;
    const kind = kindAt(operation, place);
    return kind ? own[kind] : KYB_PRODUCT_ID;
  };
  // Every versioned resource has a first version; a service is identified by its name.
  let path = operation.path.replace('{version}', '1').replace('{service}', 'product-query');
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const place of places) {
    const value = valueAt(place);
    const kind = place.in === 'path' ? kindAt(operation, place) : undefined;
    if (kind && value === undefined) throw new Error(`no ${kind}`);
    if (value === undefined) continue;
    if (place.in === 'path') path = path.replace(`{${place.name}}`, value);
    if (place.in === 'query') query.set(place.name, value);
    if (place.in === 'header') headers[place.name] = value;
    if (place.in === 'body') put(example, place.steps, value);
  }
  const text = query.toString();
  const body = operation.body ? example : undefined;
  return { path: text === '' ? path : `${path}?${text}`, headers, body };
}

function sameAs(one: IdPlace, other: IdPlace): boolean {
  return one.in === other.in && one.name === other.name && one.steps.join() === other.steps.join();
}

function exampleOf({ body, examples }: Operation): Record<string, unknown> {
  const example = examples.find(({ schema }) => schema === body)?.value ?? {};
  return structuredClone(example) as Record<string, unknown>;
}

/** Adds texts that must be unique in every request. */
function withFreshTexts(copy: Record<string, unknown>): Record<string, unknown> {
  for (const name of ['name', 'org_id', 'subject']) {
    if (typeof copy[name] === 'string') copy[name] = `fresh ${crypto.randomUUID()}`;
  }
  return copy;
}

function isSaid(target: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return target !== undefined && target !== null;
  const key = step === '[]' ? '0' : step;
  return isSaid((Object(target) as Record<string, unknown>)[key], rest);
}

/** Sets a value at the path, creating missing members. */
export function put(target: unknown, [step = '', ...rest]: readonly string[], value: string): void {
  const place = Object(target) as Record<string, unknown>;
  const key = step === '[]' ? '0' : step;
  if (rest.length === 0) {
    Reflect.deleteProperty(place, INSTEAD_OF[key] ?? '');
    place[key] = value;
  } else {
    place[key] ??= rest[0] === '[]' ? [] : {};
    put(place[key], rest, value);
  }
}
