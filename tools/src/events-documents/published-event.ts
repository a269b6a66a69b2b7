import { keyTemplateOf, messageHeadersOf, type EventDeclaration } from '@ndx/contracts';
import { exampleOf } from './example-of.js';
import { objectAt, type JsonSchema } from './json-schema.js';

/** The path of an event's schema in the folder of the documents. */
export function schemaFileOf(type: string): string {
  return `schemas/${type}.json`;
}

/** The published JSON Schema of an event's payload. */
export function payloadSchemaOf({ type, description, schema }: EventDeclaration): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:network-data-exchange:event:${type}`,
    title: type,
    description,
    ...objectAt(schema),
    examples: [exampleOf(objectAt(schema))],
  };
}

/** The AsyncAPI message object of an event: its headers, its key and a reference to its payload schema. */
export function messageOf(event: EventDeclaration): JsonSchema {
  const headers = objectAt(messageHeadersOf(event));
  const payload = exampleOf(objectAt(event.schema));
  const key = event.key(payload);
  return {
    name: event.type,
    title: event.type,
    summary: event.description,
    contentType: 'application/json',
    headers,
    payload: { $ref: `./${schemaFileOf(event.type)}` },
    bindings: {
      kafka: {
        key: {
          type: 'string',
          description: 'Of the payload. Events of one key are in order.',
          examples: [key],
        },
        'x-key': keyTemplateOf(event),
        bindingVersion: '0.5.0',
      },
    },
    examples: [
      {
        name: 'example',
        headers: { ...objectAt(exampleOf(headers)), ce_subject: key },
        payload,
      },
    ],
  };
}
