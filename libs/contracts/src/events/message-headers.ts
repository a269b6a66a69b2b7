import Type, { type TSchema } from 'typebox';
import type { EventDeclaration } from './declare-event.js';

const PREDECESSORS = Type.Optional(
  Type.String({
    description:
      'Ids of the events of the aggregate that this event directly follows, separated by spaces; empty for its first event, several where the owner merged changes that its database had lost.',
    examples: ['0191a1f4-7c1e-7d3a-8f53-1f0c5a2b9e77'],
  }),
);

/**
 * The headers of an event's Kafka message: CloudEvents 1.0 in binary mode, as UTF-8 text (design
 * 4). A test compares them with sent messages.
 */
export function messageHeadersOf({
  type,
  source,
  deliveredDirectlyTo,
}: Pick<EventDeclaration, 'type' | 'source' | 'deliveredDirectlyTo'>): TSchema {
  return Type.Object({
    ce_specversion: Type.Literal('1.0'),
    ce_id: Type.String({
      format: 'uuid',
      description: 'Id of the event; the same at every delivery.',
    }),
    ce_type: Type.Literal(type),
    ce_source: Type.Literal(source, { description: 'The service that published the event.' }),
    ce_subject: Type.String({
      minLength: 1,
      description: "Id of the event's aggregate; equal to the key of the message.",
    }),
    ce_time: Type.String({
      format: 'date-time',
      description: 'Time at which the event was stored, in the transaction of the change.',
    }),
    'content-type': Type.Literal('application/json'),
    ce_requestid: Type.Optional(
      Type.String({
        description: 'Id of the HTTP request that caused the event; absent if there was none.',
        examples: ['req-7f3a'],
      }),
    ),
    traceparent: Type.Optional(
      Type.String({
        description: 'W3C trace context of that request.',
        examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
      }),
    ),
    ...(deliveredDirectlyTo.length > 0 && { ce_predecessors: PREDECESSORS }),
  });
}

/**
 * The source of the message's key in the payload, e.g. `{network_id}/{entity_id}`: each property
 * has its own name as its value.
 */
export function keyTemplateOf(event: EventDeclaration): string {
  const { properties } = event.schema as TSchema & {
    readonly properties: Readonly<Record<string, unknown>>;
  };
  return event.key(Object.fromEntries(Object.keys(properties).map((name) => [name, `{${name}}`])));
}
