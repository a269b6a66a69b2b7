import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { objectAt, readJson, type Json } from '../json.js';
import { QUERY_EXECUTED, type QueryEvent } from '../query-event.js';

/** The folder of the published documents; tests run in the package's folder. */
export const DOCUMENTS = resolve('../../docs/events');

/** A billable query event, based on the published example. */
export function queryEvent(change: Json = {}): QueryEvent {
  const { examples } = objectAt(readJson(join(DOCUMENTS, 'schemas', `${QUERY_EXECUTED}.json`)));
  const [example] = examples as readonly QueryEvent[];
  if (!example) throw new Error('the published schema has no example');
  return { ...example, query_event_id: randomUUID(), ...change };
}

/** The headers of the event's message. */
export function headersOf(event: QueryEvent): Record<string, string> {
  const { components } = objectAt(readJson(join(DOCUMENTS, 'asyncapi.json')));
  const { examples } = objectAt(objectAt(objectAt(components)['messages'])[QUERY_EXECUTED]);
  const [example] = examples as readonly { readonly headers: Record<string, string> }[];
  return { ...example?.headers, ce_id: randomUUID(), ce_subject: event.query_event_id };
}
