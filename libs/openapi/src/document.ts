import type { WebhookDeclaration } from '@ndx/api';
import { DECLARED_SHAPE_ERROR } from './error-schemas.js';
import type { JsonSchema } from './json-schema.js';
import { NamedSchemas } from './named-schemas.js';
import { COMMON_PARAMETERS, operationObject, type ListedOperation } from './operation.js';
import { COMMON_RESPONSES, ERROR_EXAMPLES, RESPONSE_HEADERS } from './responses.js';
import { webhookObject } from './webhook.js';

export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** The sentences about the headings, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly operations: readonly ListedOperation[];
  readonly webhooks?: readonly WebhookDeclaration[];
}

/** The OpenAPI 3.1 document of the operations, in order. */
export function openApiDocument(parts: DocumentParts): JsonSchema {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  const operations = parts.operations.map(({ operation }) => operation);
  for (const listed of parts.operations) {
    const { method, path } = listed.operation;
    const described = schemas.take(operationObject(listed, operations));
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  const webhooks = (parts.webhooks ?? []).map((webhook) => [
    webhook.name,
    { post: schemas.take(webhookObject(webhook)) },
  ]);
  schemas.take(DECLARED_SHAPE_ERROR);
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
    tags: [...new Set(parts.operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: parts.tags[name],
    })),
    paths,
    webhooks: Object.fromEntries(webhooks) as JsonSchema,
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
      headers: schemas.take(RESPONSE_HEADERS),
      responses: schemas.take(COMMON_RESPONSES),
      examples: ERROR_EXAMPLES,
      schemas: schemas.all,
    },
  };
}
