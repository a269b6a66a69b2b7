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
  checkDocuments,
  publishDocuments,
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
const withMore = queryExecuted((properties) => ({
  ...properties,
  tariff: { type: 'string', examples: ['a'] },
}));

describe('the published documents of the events', () => {
  test('are written when there are none', async () => {
    rmSync(folder, { recursive: true });
    await publishDocuments(folder, documentsOf(executed));
    expect(await documentsIn(folder)).toEqual(documentsOf(executed));
    await expect(checkDocuments(folder, documentsOf(executed))).resolves.toBeUndefined();
  });

  test('get a new property, after which they include it', async () => {
    await publishDocuments(folder, documentsOf(executed));
    const check = checkDocuments(folder, documentsOf(withMore));
    await expect(check).rejects.toThrow(StaleDocumentsError);
    await expect(check).rejects.toThrow(/query\.executed\.v1\.json/);
    await publishDocuments(folder, documentsOf(withMore));
    await expect(checkDocuments(folder, documentsOf(withMore))).resolves.toBeUndefined();
  });

  const more: EventDeclaration = { ...executed, type: 'query.executed.v2' };
  test('get a new version beside the old one', async () => {
    await publishDocuments(folder, documentsOf(executed));
    await publishDocuments(folder, documentsOf(executed, more));
    expect([...(await documentsIn(folder)).keys()]).toContain('schemas/query.executed.v2.json');
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
  ])('reject $what, and stay unchanged', async ({ event, said }) => {
    await publishDocuments(folder, documentsOf(executed));
    const before = await documentsIn(folder);
    for (const attempt of [publishDocuments, checkDocuments]) {
      const refused = attempt(folder, documentsOf(event));
      await expect(refused).rejects.toThrow(BreakingChangeError);
      await expect(refused).rejects.toThrow(said);
      await expect(refused).rejects.toThrow('.v2');
    }
    expect(await documentsIn(folder)).toEqual(before);
  });

  test('lose an undeclared version only when it is named', async () => {
    await publishDocuments(folder, documentsOf(executed, granted));
    const withdraw = (...types: string[]) => publishDocuments(folder, documentsOf(executed), types);
    await expect(withdraw()).rejects.toThrow('consent.granted.v1: is no longer declared');
    await withdraw('consent.granted.v1');
    expect(await documentsIn(folder)).toEqual(documentsOf(executed));
  });

  test('keep declared versions, even when they are named', async () => {
    await publishDocuments(folder, documentsOf(executed));
    const broken = publishDocuments(folder, documentsOf(withoutOutcome), ['query.executed.v1']);
    await expect(broken).rejects.toThrow(BreakingChangeError);
  });

  test('are stale when there is an extra file', async () => {
    await publishDocuments(folder, documentsOf(executed));
    writeFileSync(join(folder, 'schemas', 'query.forgotten.v1.json'), '{}');
    await expect(checkDocuments(folder, documentsOf(executed))).rejects.toThrow(
      'schemas/query.forgotten.v1.json',
    );
  });
});
