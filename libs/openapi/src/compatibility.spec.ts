import { describe, expect, test } from '@jest/globals';
import { breakingChanges, surfaceOf } from './compatibility.js';
import type { JsonSchema } from './json-schema.js';

type Members = Readonly<Record<string, JsonSchema>>;

const text = { type: 'string' };

function documentWith(
  request: Members,
  answer: Members,
  required: readonly string[] = [],
  parameters: readonly JsonSchema[] = [],
): JsonSchema {
  return {
    paths: { '/v1/orders': { post: { operationId: 'placeOrder', parameters } } },
    components: {
      schemas: {
        PlaceOrder: { properties: request, required, additionalProperties: false },
        Order: { properties: answer, required },
      },
    },
  };
}

const before = documentWith({ name: text }, { name: text }, ['name']);

function changesTo(after: JsonSchema): readonly string[] {
  return breakingChanges(surfaceOf(before), surfaceOf(after));
}

describe('a change of the document', () => {
  test('that adds optional members, parameters and members of answers breaks no client', () => {
    const note = { note: text };
    const dryRun = { in: 'query', name: 'dry_run', schema: { type: 'boolean' } };
    const after = documentWith(
      { name: text, ...note },
      { name: text, ...note },
      ['name'],
      [dryRun],
    );
    expect(changesTo(after)).toEqual([]);
    expect(changesTo(before)).toEqual([]);
  });

  test.each([
    [
      'removes a member',
      documentWith({}, { name: text }, ['name']),
      ['PlaceOrder.name was removed'],
    ],
    [
      'changes a type',
      documentWith({ name: text }, { name: { type: 'integer' } }, ['name']),
      ['Order.name was string, and is integer'],
    ],
    [
      'adds a required member to a request',
      documentWith({ name: text, buyer: text }, { name: text }, ['name', 'buyer']),
      ['PlaceOrder.buyer is new and required'],
    ],
    [
      'lets an answer omit a member',
      documentWith({ name: text }, { name: text }),
      ['Order.name can be absent now'],
    ],
    ['removes an operation', { ...before, paths: {} }, ['placeOrder is no longer post /v1/orders']],
  ])('that %s breaks clients', (_change, after, changes) => {
    expect(changesTo(after)).toEqual(changes);
  });
});
