const COMPONENTS = '#/components/schemas/';
const CONFIGURATION = 'ConfigureQueryingPolicy';

/** The part of an OpenAPI document that schemas are in. */
export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The JSON Schema of the file of a policy, from the OpenAPI document of the server. */
export function policyFileSchema({ components }: OpenApiDocument): object {
  const names = referred(components.schemas, CONFIGURATION);
  const definitions = names.map((name) => [name, components.schemas[name]] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Querying policy',
    type: 'object',
    required: ['policy_id', 'version', 'configuration'],
    properties: {
      $schema: { type: 'string' },
      policy_id: { type: 'string', format: 'uuid' },
      version: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the policy on which the configuration is based.',
      },
      configuration: { $ref: `#/$defs/${CONFIGURATION}` },
    },
    additionalProperties: false,
    $defs: local(Object.fromEntries(definitions)),
  };
}

/** The names of a schema and of each that it refers to. */
function referred(
  schemas: OpenApiDocument['components']['schemas'],
  name: string,
  known: readonly string[] = [],
): readonly string[] {
  if (known.includes(name)) return known;
  const text = JSON.stringify(schemas[name] ?? {});
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, each = '']) => each);
  return names.reduce<readonly string[]>(
    (all, each) => referred(schemas, each, all),
    [...known, name],
  );
}

function local(definitions: object): unknown {
  return JSON.parse(JSON.stringify(definitions).replaceAll(`"${COMPONENTS}`, '"#/$defs/'));
}
