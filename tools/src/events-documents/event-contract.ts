import { objectAt, type JsonSchema } from './json-schema.js';
import { schemaChanges } from './schema-changes.js';

/** The facts about one event on which consumers rely. */
export interface EventContract {
  readonly topic: string;
  /** The source of the key in the payload. */
  readonly key: string;
  readonly headers: JsonSchema;
  readonly payload: JsonSchema;
}

/** Files by their path in the folder of the documents. */
export type Documents = ReadonlyMap<string, string>;

export const ASYNC_API_FILE = 'asyncapi.json';

/** The changes that break a consumer of `before`, as sentences. */
export function breakingChanges(before: Documents, after: Documents): string[] {
  const now = contractsIn(after);
  return [...contractsIn(before)].flatMap(([type, was]) => {
    const is = now.get(type);
    const faults = is ? contractChanges(was, is) : ['is no longer declared'];
    return faults.map((fault) => `${type}: ${fault}`);
  });
}

function contractChanges(was: EventContract, is: EventContract): string[] {
  const moved = (['topic', 'key'] as const).filter((part) => was[part] !== is[part]);
  return [
    ...moved.map((part) => `the ${part} was ${was[part]} and is ${is[part]}`),
    ...schemaChanges(was.headers, is.headers).map((fault) => `header ${fault}`),
    ...schemaChanges(was.payload, is.payload),
  ];
}

/** The facts in the documents, by event type; an event without its schema is withdrawn. */
export function contractsIn(documents: Documents): ReadonlyMap<string, EventContract> {
  const { channels, components } = jsonAt(documents, ASYNC_API_FILE);
  const messages = objectAt(objectAt(components)['messages']);
  const contracts = Object.entries(objectAt(channels)).flatMap(([topic, channel]) =>
    Object.keys(objectAt(objectAt(channel)['messages'])).flatMap((type) => {
      const { headers, payload, bindings } = objectAt(messages[type]);
      const file = String(objectAt(payload)['$ref']).replace(/^\.\//, '');
      if (!documents.has(file)) return [];
      const contract: EventContract = {
        topic,
        key: String(objectAt(objectAt(bindings)['kafka'])['x-key']),
        headers: objectAt(headers),
        payload: jsonAt(documents, file),
      };
      return [[type, contract] as const];
    }),
  );
  return new Map(contracts);
}

function jsonAt(documents: Documents, file: string): JsonSchema {
  return objectAt(JSON.parse(documents.get(file) ?? '{}'));
}
