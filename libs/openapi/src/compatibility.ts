import { isObject, type JsonSchema } from './json-schema.js';

/** The parts of a document on which clients depend, each with its type and whether it is required. */
export interface Surface {
  /** Method and path by operation id. */
  readonly operations: Readonly<Record<string, string>>;
  /** Parameters by `<operation>.<place>.<name>`. */
  readonly parameters: Readonly<Record<string, Part>>;
  /** Members by `<schema>.<member>`; requests are closed objects. */
  readonly requests: Readonly<Record<string, Part>>;
  readonly answers: Readonly<Record<string, Part>>;
}

interface Part {
  readonly type: string;
  readonly required: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly JsonSchema[];
}

/** The surface of a document, for the comparison with a later one. */
export function surfaceOf(document: JsonSchema): Surface {
  const { paths, components } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const schemas = Object.entries(components.schemas);
  const isRequest = (schema: JsonSchema) => schema['additionalProperties'] === false;
  return {
    operations: Object.fromEntries(
      operations.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
    ),
    parameters: Object.fromEntries(operations.flatMap(parametersOf)),
    requests: Object.fromEntries(
      schemas.filter(([, schema]) => isRequest(schema)).flatMap(membersOf),
    ),
    answers: Object.fromEntries(
      schemas.filter(([, schema]) => !isRequest(schema)).flatMap(membersOf),
    ),
  };
}

/** The changes that break clients, as sentences (docs/versioning.md). */
export function breakingChanges(before: Surface, after: Surface): readonly string[] {
  return [
    ...Object.entries(before.operations).flatMap(([id, place]) =>
      after.operations[id] === place ? [] : [`${id} is no longer ${place}`],
    ),
    ...changedParts(before.parameters, after.parameters, 'sent'),
    ...changedParts(before.requests, after.requests, 'sent'),
    ...changedParts(before.answers, after.answers, 'received'),
  ];
}

type Parts = Readonly<Record<string, Part>>;

function changedParts(before: Parts, after: Parts, direction: 'sent' | 'received'): string[] {
  const owners = new Set(Object.keys(before).map(ownerOf));
  const changed = Object.entries(before).flatMap(([name, { type, required }]) => {
    const now = after[name];
    if (!now) return [`${name} was removed`];
    if (now.type !== type) return [`${name} was ${type}, and is ${now.type}`];
    if (direction === 'sent' && now.required && !required) return [`${name} is required now`];
    if (direction === 'received' && required && !now.required) return [`${name} can be absent now`];
    return [];
  });
  const added = Object.entries(after).flatMap(([name, { required }]) =>
    direction === 'sent' && required && !(name in before) && owners.has(ownerOf(name))
      ? [`${name} is new and required`]
      : [],
  );
  return [...changed, ...added];
}

function ownerOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function parametersOf({ operationId, parameters }: Operation): (readonly [string, Part])[] {
  return parameters
    .filter((parameter) => !('$ref' in parameter))
    .map(({ in: place, name, schema, required }) => [
      `${operationId}.${String(place)}.${String(name)}`,
      { type: typeOf(schema as JsonSchema), required: required === true },
    ]);
}

function membersOf([title, { properties, required }]: readonly [string, JsonSchema]) {
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  return Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]): readonly [string, Part] => [
      `${title}.${name}`,
      { type: typeOf(schema as JsonSchema), required: names.includes(name) },
    ],
  );
}

/** Its type, format, items or reference, as text. */
function typeOf({ type, format, items, $ref, oneOf }: JsonSchema): string {
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(oneOf)) return (oneOf as JsonSchema[]).map(typeOf).join('|');
  const name = [type].flat().join('|');
  if (isObject(items)) return `${name} of ${typeOf(items)}`;
  return typeof format === 'string' ? `${name} ${format}` : name;
}
