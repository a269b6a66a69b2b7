import { objectAt, type JsonSchema } from './json-schema.js';

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

/** The facts in the documents, by event type. @throws Error when the documents are inconsistent */
export function contractsIn(documents: Documents): ReadonlyMap<string, EventContract> {
  const { channels, components } = objectAt(jsonAt(documents, ASYNC_API_FILE));
  const messages = objectAt(objectAt(components)['messages']);
  const contracts = Object.entries(objectAt(channels)).flatMap(([topic, channel]) =>
    Object.keys(objectAt(objectAt(channel)['messages'])).map((type) => {
      const { headers, payload, bindings } = objectAt(messages[type]);
      const file = String(objectAt(payload)['$ref']).replace(/^\.\//, '');
      return [
        type,
        {
          topic,
          key: String(objectAt(objectAt(bindings)['kafka'])['x-key']),
          headers: objectAt(headers),
          payload: objectAt(jsonAt(documents, file)),
        },
      ] as const;
    }),
  );
  return new Map(contracts);
}

function jsonAt(documents: Documents, file: string): unknown {
  const text = documents.get(file);
  if (text === undefined) throw new Error(`The documents of the events lack ${file}.`);
  return JSON.parse(text) as unknown;
}
