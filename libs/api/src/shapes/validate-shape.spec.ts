import { describe, expect, test } from '@jest/globals';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { Omittable, Uuid } from './shapes.js';
import { AsSent, Nested } from './read-shape.js';
import { validateShape } from './validate-shape.js';

class Address {
  @IsString()
  readonly city!: string;
}

class Party {
  @Uuid()
  readonly id!: string;

  @IsInt()
  readonly count!: number;

  @ValidateNested()
  @Nested(() => Address)
  readonly address!: Address;

  @Uuid({ each: true })
  readonly networks!: string[];

  @Omittable()
  @Nested(() => Address)
  @ValidateNested({ each: true })
  @IsArray()
  readonly others?: Address[];
}

const id = '0190b5a0-0000-7000-8000-00000000000a';
const valid = { id, count: 1, address: { city: 'Boston' }, networks: [id] };

class Batch {
  @AsSent()
  @IsArray()
  readonly records!: readonly unknown[];
}

describe('a member that is accepted unchanged', () => {
  test('keeps all its content', () => {
    const records: readonly unknown[] = [{ constructor: 1 }, { toString: { valueOf: [] } }, 'text'];
    expect(validateShape('body', Batch, { records }).records).toBe(records);
  });

  test('is rejected by its own rule, whatever its content', () => {
    expect(() => validateShape('body', Batch, { records: { constructor: 1 } })).toThrow(
      'body -> records: must be an array',
    );
  });
});

test('the first of many undeclared members is reported', () => {
  const members = Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index] as const);
  expect(() => validateShape('body', Party, Object.fromEntries(members))).toThrow(
    'body -> m0: is not a known field',
  );
});

describe('the shape of a request part', () => {
  test('that is valid is returned as its class, with ids in the form of Postgres', () => {
    const party = validateShape('body', Party, { ...valid, id: id.toUpperCase() });
    expect(party).toBeInstanceOf(Party);
    expect(party).toEqual({ ...valid });
  });

  test.each([
    ['a wrong type', { ...valid, count: '1' }, 'body -> count: must be an integer number'],
    ['a missing field', { ...valid, id: undefined }, 'body -> id: is required'],
    ['no object', { ...valid, address: 5 }, 'body -> address: must be an object'],
    ['a wrong id', { ...valid, id: 'x' }, 'body -> id: must be a UUID'],
    [
      'a wrong item of a list',
      { ...valid, networks: [...Array<string>(9).fill(id), 'x', id, 'y'] },
      'body -> networks -> 9: must be a UUID',
    ],
    [
      'a nested fault',
      { ...valid, address: { city: 7 } },
      'body -> address -> city: must be a string',
    ],
    ['an unknown field', { ...valid, cuont: 1 }, 'body -> cuont: is not a known field'],
    [
      'a nested unknown field',
      { ...valid, address: { city: 'x', zip: 1 } },
      'body -> address -> zip: is not a known field',
    ],
    [
      'a member that would pass for a class',
      { ...valid, networks: [{ constructor: 1 }] },
      'body -> networks -> 0 -> constructor: is a reserved name',
    ],
    [
      'a member that would be left out',
      { ...valid, toString: 1 },
      'body -> toString: is a reserved name',
    ],
    [
      'a nested member that would be left out',
      JSON.parse(`{"address":{"city":"x","__proto__":{}}}`),
      'body -> address -> __proto__: is a reserved name',
    ],
    ...[null, [], [{ city: 'x' }], 7, 'x'].map((item): [string, object, string] => [
      `${JSON.stringify(item)} as an item of a list of objects`,
      { ...valid, others: [{ city: 'x' }, item] },
      'body -> others -> 1: must be an object',
    ]),
    [
      'a list in place of an object',
      { ...valid, address: [{ city: 'x' }] },
      'body -> address: must be an object',
    ],
    [
      'an object in place of a list',
      { ...valid, others: { city: 'x' } },
      'body -> others: must be an array',
    ],
    ['a list', [], 'body: must be an object'],
    ['null', null, 'body: must be an object'],
    ['a text', 'text', 'body: must be an object'],
  ])('with %s is rejected by the path of its first fault', (_name, value, detail) => {
    expect(() => validateShape('body', Party, value)).toThrow(expect.objectContaining({ detail }));
  });
});
