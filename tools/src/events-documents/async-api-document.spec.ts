import { expect, test } from '@jest/globals';
import { ConsentGranted, QueryExecuted, type EventDeclaration } from '@ndx/contracts';
import { asyncApiDocument } from './async-api-document.js';
import { objectAt } from './json-schema.js';

const executed = QueryExecuted as EventDeclaration;
const granted = { ...(ConsentGranted as EventDeclaration), subscribers: [] };

function operationsOf(...events: readonly EventDeclaration[]): readonly string[] {
  const document = asyncApiDocument(events, { version: '1.0.0', description: 'Test' });
  return Object.keys(objectAt(document['operations']));
}

test('billing receives from the topic of query events', () => {
  const moved = { ...executed, topic: 'queries.answered' };
  expect(operationsOf(moved, granted)).toEqual([
    'product-query.send.queries.answered',
    'billing.receive.queries.answered',
    `consent.send.${granted.topic}`,
  ]);
});
