import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConsentGranted, QueryExecuted, type EventDeclaration } from '@ndx/contracts';
import { asyncApiDocument } from './async-api-document.js';
import { documentsIn } from './documents-in.js';
import { ASYNC_API_FILE, type Documents } from './event-contract.js';
import { objectAt, type JsonSchema } from './json-schema.js';
import {
  BreakingChangeError,
  publishDocuments,
  requireCompatible,
  requireCurrent,
  StaleDocumentsError,
} from './publish-documents.js';
import { payloadSchemaOf, schemaFileOf } from './published-event.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-documents-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function documentsOf(...events: readonly EventDeclaration[]): Documents {
  const info = { version: '1.0.0', description: 'Test' };
  return new Map([
    [ASYNC_API_FILE, JSON.stringify(asyncApiDocument(events, info))],
    ...events.map(
      (event) => [schemaFileOf(event.type), JSON.stringify(payloadSchemaOf(event))] as const,
    ),
  ]);
}

/** The declaration of query events, with another schema. */
function queryExecuted(change: (properties: JsonSchema) => JsonSchema): EventDeclaration {
  const schema = objectAt(QueryExecuted.schema);
  const properties = change(objectAt(schema['properties']));
  const required = Object.keys(properties);
  return { ...(QueryExecuted as EventDeclaration), schema: { ...schema, properties, required } };
}

const executed = QueryExecuted as EventDeclaration;
const granted = ConsentGranted as EventDeclaration;
const withoutOutcome = queryExecuted((properties) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'outcome')),
);
const newVersion: EventDeclaration = { ...executed, type: 'query.executed.v2' };
const withMore = queryExecuted((properties) => ({
  ...properties,
  tariff: { type: 'string', examples: ['a'] },
}));

describe('the documents of the events', () => {
  test('are written when there are none, and are current then', async () => {
    rmSync(folder, { recursive: true });
    await publishDocuments(folder, documentsOf(executed));
    expect(await documentsIn(folder)).toEqual(documentsOf(executed));
    await expect(requireCurrent(folder, documentsOf(executed))).resolves.toBeUndefined();
  });

  test('are stale after a change of a declaration, until they are written again', async () => {
    await publishDocuments(folder, documentsOf(executed));
    const check = requireCurrent(folder, documentsOf(withMore));
    await expect(check).rejects.toThrow(StaleDocumentsError);
    await expect(check).rejects.toThrow(/query\.executed\.v1\.json/);
    await publishDocuments(folder, documentsOf(withMore));
    await expect(requireCurrent(folder, documentsOf(withMore))).resolves.toBeUndefined();
  });

  test('are stale while there is an extra file, which the next writing removes', async () => {
    await publishDocuments(folder, documentsOf(executed));
    writeFileSync(join(folder, 'schemas', 'query.forgotten.v1.json'), '{}');
    const extra = 'schemas/query.forgotten.v1.json';
    await expect(requireCurrent(folder, documentsOf(executed))).rejects.toThrow(extra);
    await publishDocuments(folder, documentsOf(executed));
    expect(await documentsIn(folder)).toEqual(documentsOf(executed));
  });
});

describe('a consumer of the last release', () => {
  const released = documentsOf(executed);

  test.each([
    { what: 'no change', events: [executed] },
    { what: 'a new property', events: [withMore] },
    { what: 'a new version beside the old one', events: [executed, newVersion] },
  ])('is not broken by $what', ({ events }) => {
    expect(() => requireCompatible(released, documentsOf(...events))).not.toThrow();
  });

  test.each([
    {
      what: 'a removed property',
      event: withoutOutcome,
      said: 'query.executed.v1: outcome: was removed',
    },
    {
      what: 'another topic',
      event: { ...executed, topic: 'billing.events' },
      said: 'query.executed.v1: the topic was query.events and is billing.events',
    },
    {
      what: 'another key',
      event: { ...executed, key: (payload: unknown) => String(objectAt(payload)['account_id']) },
      said: 'query.executed.v1: the key was {query_event_id} and is {account_id}',
    },
    {
      what: 'another source in its headers',
      event: { ...executed, source: 'policy' as const },
      said: 'query.executed.v1: header ce_source: const was "product-query" and is "policy"',
    },
    {
      what: 'another event in its place',
      event: granted,
      said: 'query.executed.v1: is no longer declared',
    },
  ])('is broken by $what', ({ event, said }) => {
    const attempt = () => requireCompatible(released, documentsOf(event));
    expect(attempt).toThrow(BreakingChangeError);
    expect(attempt).toThrow(said);
    expect(attempt).toThrow('.v2');
  });

  test('does not exist before the first release, and not for a withdrawn version', () => {
    expect(() => requireCompatible(new Map(), documentsOf(withoutOutcome))).not.toThrow();
    const withdrawn = new Map(released);
    withdrawn.delete(schemaFileOf(executed.type));
    expect(() => requireCompatible(withdrawn, documentsOf(granted))).not.toThrow();
  });
});
