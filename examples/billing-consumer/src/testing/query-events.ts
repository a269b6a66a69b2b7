import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { objectAt, readJson, type Json } from '../json.js';
import { QUERY_EXECUTED, type QueryEvent } from '../query-event.js';
import { temporaryFolder } from './temporary-folder.js';

/** Where the published documents lie; tests run in the package's folder. */
const DOCUMENTS = resolve('../../docs/events');

export const CONTRACT = join(DOCUMENTS, 'asyncapi.json');

/** A query event that counts, made of the published example. */
export function queryEvent(change: Partial<QueryEvent> = {}): QueryEvent {
  const { examples } = objectAt(readJson(join(DOCUMENTS, 'schemas', `${QUERY_EXECUTED}.json`)));
  const [example] = examples as readonly QueryEvent[];
  if (!example) throw new Error('the published schema has no example');
  return { ...example, query_event_id: randomUUID(), ...change };
}

/** The headers of a message that carries it. */
export function headersOf(event: QueryEvent, change: Json = {}): Record<string, string> {
  const { components } = objectAt(readJson(CONTRACT));
  const { examples } = objectAt(objectAt(objectAt(components)['messages'])[QUERY_EXECUTED]);
  const [example] = examples as readonly { readonly headers: Record<string, string> }[];
  const own = { ce_id: randomUUID(), ce_subject: event.query_event_id };
  return { ...example?.headers, ...own, ...(change as Record<string, string>) };
}

/** The published documents with another topic in them, so that suites can share a broker. */
export function contractOn(topic: string): string {
  const folder = temporaryFolder('contract');
  cpSync(DOCUMENTS, folder, { recursive: true });
  const file = join(folder, 'asyncapi.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('query.events', topic));
  return file;
}
