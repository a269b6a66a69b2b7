const COMPONENTS = '#/components/schemas/';

/** The part of an OpenAPI document that schemas are in. */
export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The JSON Schemas of the files of policies, from the OpenAPI document of the server. */
export function policyFileSchemas(document: OpenApiDocument) {
  return {
    querying: fileSchema(document, 'Querying policy', 'ConfigureQueryingPolicy', {}),
    furnishing: fileSchema(document, 'Furnishing policy', 'CompareFurnishingPolicy', {
      kind: { const: 'furnishing' },
      network_id: { type: 'string', format: 'uuid' },
    }),
  };
}

/** @param ownMembers the schemas of the members that only files of this kind have */
function fileSchema(
  { components }: OpenApiDocument,
  title: string,
  configuration: string,
  ownMembers: object,
): object {
  const names = referred(components.schemas, configuration);
  const definitions = names.map((name) => [name, components.schemas[name]] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    required: [...Object.keys(ownMembers), 'policy_id', 'version', 'configuration'],
    properties: {
      $schema: { type: 'string' },
      ...ownMembers,
      policy_id: { type: 'string', format: 'uuid' },
      version: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the policy on which the configuration is based.',
      },
      configuration: { $ref: `#/$defs/${configuration}` },
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
