import type { WebhookDeclaration } from '@ndx/api';
import { described } from './described.js';
import { exampleOf } from './example.js';
import type { JsonSchema } from './json-schema.js';

/** The headers of Standard Webhooks. */
const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The notice. A receiver ignores a webhook whose id it has processed.',
  'webhook-timestamp':
    'The time of the attempt, in seconds since 1970. A receiver rejects one that is not recent.',
  'webhook-signature':
    'Signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` and an HMAC-SHA256, or `v1a,` and an Ed25519 signature, in base64. One is valid.',
};

/** The operation object of a webhook, which the receiver implements. */
export function webhookObject(webhook: WebhookDeclaration): JsonSchema {
  const { id, summary, description, body } = webhook;
  const schema = described({ ...body });
  return {
    operationId: id,
    summary,
    description,
    security: [],
    parameters: Object.entries(HEADERS).map(([name, words]) => ({
      ...{ name, in: 'header', required: true, description: words, schema: { type: 'string' } },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
    responses: {
      '2XX': { description: 'The receiver accepted the notice.' },
      '410': { description: 'The receiver wants no more notices: the endpoint is disabled.' },
    },
  };
}
